import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  type CompletedPart,
  type S3Client,
  type S3ClientConfig,
  UploadPartCopyCommand,
  paginateListParts,
} from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { Upload } from '@tus/server'
import { LRUCache } from 'lru-cache'
import { listMultipartUploads, listObjects } from '../s3/listing.ts'
import { INCOMING_CHUNK_BYTES, type IncomingFiles, StorageUnavailableError } from '../storage.ts'

/** The prefix of the keys of incoming files. */
export const INCOMING = 'uploads/'

/**
 * The suffixes of the keys of the two objects that the store keeps beside a file: what it knows about it, and what is
 * left of a chunk that was cut off. Source: the documentation of `S3Store`.
 */
const INFO = '.info'
const INCOMPLETE_PART = '.part'

/** Larger objects are copied in parts, since one request copies at most 5 GB. */
const COPY_AT_ONCE_MAX_BYTES = 1024 ** 3
/** A bucket has at most 10,000 parts, so that files of 5 TB can be copied. */
const COPY_PART_BYTES = 512 * 1024 ** 2
/** The number of uploads whose keys in the bucket this process remembers. */
const REMEMBERED_UPLOADS = 1000

/** What the incoming files need of a bucket. */
export interface BucketAccess {
  client: S3Client
  bucket: string
  /** The settings of the client, with which the store of `tus` makes one of its own. */
  clientConfig: S3ClientConfig
  /** Returns the size of an object in bytes; undefined if there is none. */
  sizeOf: (key: string) => Promise<number | undefined>
}

/**
 * Creates the incoming files in a bucket: each is a multipart upload, to which each chunk adds a part. What is left of
 * a chunk that was cut off becomes an object, and is put in front of the next chunk.
 */
export function createIncomingInBucket(
  { client, bucket, clientConfig, sizeOf }: BucketAccess,
  toFileKey: (key: string) => string,
): IncomingFiles {
  const remembered = new LRUCache<string, NonNullable<Awaited<ReturnType<MetadataStore['get']>>>>({
    maxSize: REMEMBERED_UPLOADS,
    sizeCalculation: () => 1,
  })
  const store = new S3Store({
    partSize: INCOMING_CHUNK_BYTES,
    minPartSize: INCOMING_CHUNK_BYTES,
    cache: {
      get: key => Promise.resolve(remembered.get(key)),
      set: (key, value) => Promise.resolve(void remembered.set(key, value)),
      delete: key => Promise.resolve(void remembered.delete(key)),
    },
    s3ClientConfig: { ...clientConfig, bucket },
  })
  const keyOf = (id: string) => `${INCOMING}${id}`
  const uploadsOf = (id: string) => listMultipartUploads(client, bucket, keyOf(id))
  const reportOutage = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      throw new StorageUnavailableError(error)
    }
  }

  /**
   * Tells whether a file was created and not discarded. The store reports an outage as a missing file, and a listing of
   * some servers leaves out what was stored a moment ago.
   */
  const isStored = async (id: string): Promise<boolean> =>
    (await sizeOf(`${keyOf(id)}${INFO}`)) !== undefined

  /** Ends the multipart upload of a file whose last part was stored just before a process was killed. */
  async function complete(id: string): Promise<void> {
    for await (const { uploadId } of uploadsOf(id)) {
      const parts: CompletedPart[] = []
      const upload = { Bucket: bucket, Key: keyOf(id), UploadId: uploadId }
      for await (const page of paginateListParts({ client }, upload))
        for (const { ETag, PartNumber } of page.Parts ?? []) parts.push({ ETag, PartNumber })
      await client.send(
        new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }),
      )
    }
  }

  async function copy(from: string, to: string, sizeBytes: number): Promise<void> {
    const target = { Bucket: bucket, Key: to }
    const source = { ...target, CopySource: `${bucket}/${from}` }
    if (sizeBytes <= COPY_AT_ONCE_MAX_BYTES) {
      await client.send(new CopyObjectCommand(source))
      return
    }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
    const upload = { ...target, UploadId }
    try {
      const parts: CompletedPart[] = []
      for (let start = 0; start < sizeBytes; start += COPY_PART_BYTES) {
        const end = Math.min(start + COPY_PART_BYTES, sizeBytes) - 1
        const PartNumber = parts.length + 1
        const { CopyPartResult } = await client.send(
          new UploadPartCopyCommand({
            ...source,
            UploadId,
            PartNumber,
            CopySourceRange: `bytes=${start}-${end}`,
          }),
        )
        parts.push({ ETag: CopyPartResult?.ETag, PartNumber })
      }
      await client.send(
        new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }),
      )
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand(upload))
      throw error
    }
  }

  async function discard(id: string): Promise<void> {
    for await (const { uploadId } of uploadsOf(id))
      await client.send(
        new AbortMultipartUploadCommand({ Bucket: bucket, Key: keyOf(id), UploadId: uploadId }),
      )
    for (const suffix of ['', INFO, INCOMPLETE_PART])
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${keyOf(id)}${suffix}` }))
    remembered.delete(keyOf(id))
  }

  return {
    async create(id, sizeBytes) {
      await reportOutage(store.create(new Upload({ id: keyOf(id), size: sizeBytes, offset: 0 })))
    },
    async receivedBytes(id) {
      if (!(await isStored(id))) return undefined
      return (await reportOutage(store.getUpload(keyOf(id)))).offset
    },
    append: (id, offset, bytes) => reportOutage(store.write(bytes, keyOf(id), offset)),
    async adopt(id, key) {
      const target = toFileKey(key)
      const targetBytes = await sizeOf(target)
      let sizeBytes = await sizeOf(keyOf(id))
      if (sizeBytes === undefined && targetBytes === undefined) {
        await complete(id)
        sizeBytes = await sizeOf(keyOf(id))
        if (sizeBytes === undefined) throw new Error(`the upload ${id} is not stored`)
      }
      if (sizeBytes !== undefined && sizeBytes !== targetBytes) {
        await copy(keyOf(id), target, sizeBytes)
        // A server that copies the list of parts instead of their bytes must not cost the file.
        if ((await sizeOf(target)) !== sizeBytes) throw new Error(`the copy of ${id} is not whole`)
      }
      await discard(id)
    },
    discard,
    async *listIds(before) {
      for await (const { key, modifiedAt } of listObjects(client, bucket, INCOMING))
        if (modifiedAt < before) yield toId(key)
      for await (const { key, startedAt } of listMultipartUploads(client, bucket, INCOMING))
        if (startedAt < before) yield toId(key)
    },
  }
}

type MetadataStore = NonNullable<ConstructorParameters<typeof S3Store>[0]['cache']>

/** Returns the id of the upload that an object belongs to. The store adds suffixes to the keys of some. */
const toId = (key: string): string => key.slice(INCOMING.length).split('.')[0]!
