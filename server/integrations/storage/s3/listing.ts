import {
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'

/** An object of a bucket. */
export interface ListedObject {
  key: string
  modifiedAt: Date
}

/** Lists the objects whose keys start with `prefix`, in the alphabetical order of their keys. */
export async function* listObjects(
  client: S3Client,
  bucket: string,
  prefix: string,
): AsyncGenerator<ListedObject> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key !== undefined && LastModified) yield { key: Key, modifiedAt: LastModified }
}

/** A multipart upload that was neither completed nor aborted. */
export interface OpenMultipartUpload {
  key: string
  uploadId: string
  startedAt: Date
}

/** Lists the open multipart uploads of the keys that start with `prefix`. */
export async function* listMultipartUploads(
  client: S3Client,
  bucket: string,
  prefix = '',
): AsyncGenerator<OpenMultipartUpload> {
  let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (next) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...next }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key !== undefined && UploadId !== undefined && Initiated)
        yield { key: Key, uploadId: UploadId, startedAt: Initiated }
    next = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined
  }
}

/**
 * Groups objects `prefix/group/name` by their group. The group has the time of its newest object.
 * @param objects in the order of their keys
 */
export async function* groupObjects(
  objects: AsyncIterable<ListedObject>,
  prefix: string,
): AsyncGenerator<ListedObject> {
  let group: ListedObject | undefined
  for await (const { key, modifiedAt } of objects) {
    const name = key.slice(prefix.length).split('/')[0]!
    if (group?.key === name) {
      if (modifiedAt > group.modifiedAt) group.modifiedAt = modifiedAt
      continue
    }
    if (group) yield group
    group = { key: name, modifiedAt }
  }
  if (group) yield group
}
