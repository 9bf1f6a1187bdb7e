import { buffer } from 'node:stream/consumers'
import type { Db } from '#server/db/client.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { findDigest } from './queries.ts'

/** Objects are copied at the same time, since each waits for the bucket most of the time. */
const COPIES_AT_ONCE = 4
const PROGRESS_EVERY = 500

/** What a run has done so far. */
export interface CopyProgress {
  /** The number of files and images that were copied. */
  copied: number
  /** The number of files and images that the bucket had already. */
  present: number
  /** The keys of the files that differ from what was uploaded. They are not copied. */
  damaged: string[]
}

interface CopyContext {
  db: Db
  disk: Storage
  bucket: Storage
  /** Is called now and then while a run goes on. */
  report: (progress: CopyProgress) => void
  /** Ends the run after the objects that are being copied. */
  signal: AbortSignal
}

/**
 * Copies the product files and images of the disk to the bucket. What the bucket has already is left out, so that a run
 * can be ended at any time and goes on where the last one ended. Product files in the trash are copied too, since a row
 * of a restored database can refer to them. Nothing is removed from the disk.
 */
export async function copyToBucket(context: CopyContext): Promise<CopyProgress> {
  const { disk } = context
  const progress: CopyProgress = { copied: 0, present: 0, damaged: [] }
  // The marketplace goes on while files are copied. What it stores from now on can be copied by the next run.
  const now = new Date()
  for (const keys of [disk.listFiles(now), disk.trash.files.listKeys(now)])
    await forEach(context, keys, progress, key => copyFile(context, key, progress))
  await forEach(context, disk.listImageKeys(now), progress, key =>
    copyImages(context, key, progress),
  )
  return progress
}

/** Calls `copy` for each key, for several at once, and ends early if the signal says so. */
async function forEach(
  { signal, report }: CopyContext,
  keys: AsyncIterable<string>,
  progress: CopyProgress,
  copy: (key: string) => Promise<void>,
): Promise<void> {
  let done = 0
  const worker = async () => {
    // Workers share the iterator, so that each key goes to one of them.
    for await (const key of keys) {
      if (signal.aborted) return
      await copy(key)
      done += 1
      if (done % PROGRESS_EVERY === 0) report(progress)
    }
  }
  await Promise.all(Array.from({ length: COPIES_AT_ONCE }, worker))
}

async function copyFile(
  { db, disk, bucket }: CopyContext,
  key: string,
  progress: CopyProgress,
): Promise<void> {
  const size = await disk.fileSize(key)
  // Undefined means that the file was removed meanwhile.
  if (size === undefined) return
  if ((await bucket.fileSize(key)) === size) {
    progress.present += 1
    return
  }
  const upload = await bucket.stageUpload()
  try {
    const { sha256 } = await upload.write(await disk.read(key), Infinity)
    const expected = await findDigest(db, key)
    if (expected !== undefined && expected !== sha256) {
      progress.damaged.push(key)
      return
    }
    await upload.commit(key)
    progress.copied += 1
  } finally {
    await upload.discard()
  }
}

async function copyImages(
  { disk, bucket }: CopyContext,
  prefix: string,
  progress: CopyProgress,
): Promise<void> {
  const names = await disk.findImages(prefix)
  const present = new Set(names.length > 0 ? await bucket.findImages(prefix) : [])
  for (const name of names) {
    const key = `${prefix}/${name}`
    const image = present.has(name) ? undefined : await disk.readImage(key)
    if (image) await bucket.putImage(key, await buffer(image))
    if (image) progress.copied += 1
    else if (present.has(name)) progress.present += 1
  }
}
