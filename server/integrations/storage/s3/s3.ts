import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { DAY_MS } from '#contract/core/time.ts'
import { createStagedUpload, removeStaleFiles } from '../staged-upload.ts'
import {
  type Storage,
  StorageUnavailableError,
  type StoredObjects,
  type Trash,
} from '../storage.ts'
import { INCOMING, createIncomingInBucket } from '../incoming/in-bucket.ts'
import { type ListedObject, groupObjects, listMultipartUploads, listObjects } from './listing.ts'
import { type CloudFrontKey, signDownload } from './sign-download.ts'

/** Files are uploaded in parts of this many bytes, of which two are in memory at once. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
const STALE_MS = DAY_MS
const CONNECT_MS = 5000
/** A connection over which no byte comes for this long is closed, and the request is sent once more. */
const SILENCE_MS = 10_000
/** A server can be silent for this long while it copies an object. */
const COPY_SILENCE_MS = 5 * 60_000
const ATTEMPTS = 2

export interface S3Settings {
  bucket: string
  region: string
  /** The URL of the server; undefined for Amazon's. */
  endpoint: string | undefined
  /** Undefined if the SDK looks for credentials itself. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Whether the bucket is named in the path of the URL and not in its host name. */
  pathStyle: boolean
  cloudFront: CloudFrontKey | undefined
}

/** The prefixes of the keys in the bucket. */
const FILES = 'files/'
const IMAGES = 'images/'
/** An object is in the trash while there is an empty object with its key under this prefix. Its bytes stay in place. */
const TRASH = 'trash/'

const describeClient = (
  { region, endpoint, credentials, pathStyle }: S3Settings,
  silenceMs = SILENCE_MS,
): S3ClientConfig => ({
  region,
  ...(endpoint && { endpoint }),
  ...(credentials && { credentials }),
  forcePathStyle: pathStyle,
  maxAttempts: ATTEMPTS,
  // Servers other than Amazon's do not know the newer checksums. Every upload has a length that the server checks.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
})

/** Creates the client of a bucket. Its calls throw StorageUnavailableError, except for an object that is missing. */
function connect(settings: S3Settings, silenceMs?: number): S3Client {
  const client = new S3Client(describeClient(settings, silenceMs))
  client.middlewareStack.add(
    next => async args =>
      next(args).catch((error: unknown) => {
        throw isMissing(error) ? error : new StorageUnavailableError(error)
      }),
    { step: 'initialize' },
  )
  return client
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  error.$metadata.httpStatusCode === 404 &&
  error.name !== 'NoSuchBucket'

/** Opens the storage in a bucket for reading only. */
export function openS3Objects(settings: S3Settings): StoredObjects {
  return createReader(connect(settings), settings.bucket)
}

function createReader(client: S3Client, bucket: string): StoredObjects {
  const list = (prefix: string) => listObjects(client, bucket, prefix)
  const isInTrash = async (key: string) =>
    (await sizeOf(client, bucket, `${TRASH}${key}`)) !== undefined
  return {
    fileSize: key => sizeOf(client, bucket, `${FILES}${key}`),
    async findImages(prefix) {
      const names = []
      const folder = `${IMAGES}${prefix}/`
      for await (const { key } of list(folder)) names.push(key.slice(folder.length))
      return names.length > 0 && (await isInTrash(IMAGES + prefix)) ? [] : names
    },
    async *listFiles(before) {
      yield* omitTrash(list(FILES), FILES, await readTrash(client, bucket, FILES), before)
    },
    async *listImageKeys(before) {
      const trashed = await readTrash(client, bucket, IMAGES)
      yield* omitTrash(groupObjects(list(IMAGES), IMAGES), '', trashed, before)
    },
  }
}

/**
 * Returns the keys in the trash, without the prefixes. The trash holds few objects, since crashes leave few orphans.
 */
async function readTrash(client: S3Client, bucket: string, kind: string): Promise<Set<string>> {
  const prefix = `${TRASH}${kind}`
  const keys = new Set<string>()
  for await (const { key } of listObjects(client, bucket, prefix))
    keys.add(key.slice(prefix.length))
  return keys
}

async function* omitTrash(
  objects: AsyncIterable<ListedObject>,
  prefix: string,
  trashed: Set<string>,
  before: Date,
): AsyncGenerator<string> {
  for await (const { key, modifiedAt } of objects) {
    const name = key.slice(prefix.length)
    if (modifiedAt < before && !trashed.has(name)) yield name
  }
}

/**
 * Creates the storage in a bucket of an S3-compatible server. An upload is received into a temporary file on this
 * machine, where its type is detected, and is then sent in parts.
 * @param tempFolder the folder of the temporary files
 */
export async function createS3Storage(settings: S3Settings, tempFolder: string): Promise<Storage> {
  const { bucket, cloudFront } = settings
  const client = connect(settings)
  await mkdir(tempFolder, { recursive: true })
  // The daily cleanup runs in one process only, and this folder may be on another machine.
  await removeStaleFiles(tempFolder)
  const remove = (key: string) =>
    client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).then(() => undefined)
  const removeAll = async (prefix: string) => {
    for await (const { key } of listObjects(client, bucket, prefix)) await remove(key)
  }

  return {
    ...createReader(client, bucket),
    stageUpload: () =>
      Promise.resolve(
        createStagedUpload(join(tempFolder, randomUUID()), async (path, key) => {
          await uploadFile(client, { bucket, key: `${FILES}${key}`, path })
          await rm(path, { force: true })
        }),
      ),
    async putImage(key, bytes) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: `${IMAGES}${key}`,
          Body: bytes,
          ContentType: key.endsWith('.avif') ? 'image/avif' : 'image/webp',
          CacheControl: 'public, max-age=31536000, immutable',
        }),
      )
    },
    async read(key, range) {
      const stream = await readObject(client, bucket, `${FILES}${key}`, range)
      if (!stream) throw new Error(`there is no file ${key}`)
      return stream
    },
    readImage: key => readObject(client, bucket, `${IMAGES}${key}`),
    remove: key => remove(`${FILES}${key}`),
    removeImages: prefix => removeAll(`${IMAGES}${prefix}/`),
    signDownload: (key, headers) =>
      signDownload({ client, bucket, cloudFront }, `${FILES}${key}`, headers),
    async removeStaleUploads(now = new Date()) {
      await removeStaleFiles(tempFolder, now)
      await abortStaleUploads(client, bucket, now)
    },
    incoming: createIncomingInBucket(
      {
        client: connect(settings, COPY_SILENCE_MS),
        bucket,
        clientConfig: describeClient(settings),
        sizeOf: key => sizeOf(client, bucket, key),
      },
      key => `${FILES}${key}`,
    ),
    trash: {
      files: createTrash(client, bucket, FILES, {
        isStored: async key => (await sizeOf(client, bucket, `${FILES}${key}`)) !== undefined,
        remove: key => remove(`${FILES}${key}`),
      }),
      images: createTrash(client, bucket, IMAGES, {
        async isStored(prefix) {
          for await (const _ of listObjects(client, bucket, `${IMAGES}${prefix}/`)) return true
          return false
        },
        remove: prefix => removeAll(`${IMAGES}${prefix}/`),
      }),
    },
    async assertWritable() {
      await access(tempFolder, constants.W_OK)
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'writable', ContentLength: 0 }))
    },
  }
}

async function uploadFile(
  client: S3Client,
  { bucket, key, path }: { bucket: string; key: string; path: string },
): Promise<void> {
  await new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: createReadStream(path) },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    // The parts of a failed upload are deleted.
    leavePartsOnError: false,
  }).done()
}

/** Returns the bytes of an object, or of a range of it; undefined if there is no object with this key. */
async function readObject(
  client: S3Client,
  bucket: string,
  key: string,
  range?: { start: number; end: number },
): Promise<Readable | undefined> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
  })
  const { Body } = (await client.send(command).catch(ignoreMissing)) ?? {}
  // Under Node.js, the body is always a stream.
  return Body && Readable.from(readBody(Body as Readable), { objectMode: false })
}

/** Reads the body of an answer. A connection that breaks meanwhile is reported as an outage of the storage too. */
async function* readBody(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer
  } catch (error) {
    throw new StorageUnavailableError(error)
  }
}

async function sizeOf(client: S3Client, bucket: string, key: string): Promise<number | undefined> {
  const command = new HeadObjectCommand({ Bucket: bucket, Key: key })
  return (await client.send(command).catch(ignoreMissing))?.ContentLength
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

function createTrash(
  client: S3Client,
  bucket: string,
  kind: string,
  objects: {
    isStored: (key: string) => Promise<boolean>
    remove: (key: string) => Promise<void>
  },
): Trash {
  const prefix = `${TRASH}${kind}`
  const removeMarker = async (key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${prefix}${key}` }))
  }
  return {
    async moveToTrash(key) {
      if (!(await objects.isStored(key))) return
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: `${prefix}${key}`, ContentLength: 0 }),
      )
    },
    restore: removeMarker,
    async *listKeys(before) {
      for await (const { key, modifiedAt } of listObjects(client, bucket, prefix))
        if (modifiedAt < before) yield key.slice(prefix.length)
    },
    async remove(key) {
      await objects.remove(key)
      await removeMarker(key)
    },
  }
}

/**
 * Ends the multipart uploads that a killed process left open more than a day ago: their parts cost money. Those of
 * incoming files stay open for as long as their uploads do.
 */
async function abortStaleUploads(client: S3Client, bucket: string, now: Date): Promise<void> {
  for await (const { key, uploadId, startedAt } of listMultipartUploads(client, bucket))
    if (!key.startsWith(INCOMING) && now.getTime() - startedAt.getTime() > STALE_MS)
      await client.send(
        new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }),
      )
}
