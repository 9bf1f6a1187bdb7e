import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Db } from '#server/db/client.ts'
import type { Logger } from 'pino'
import { findNamedFiles, findNamedImages } from './sweep-queries.ts'

/** Younger bytes may belong to an upload that is about to be named. */
const OLD_ENOUGH_MS = 24 * 3_600_000
const KEYS_AT_ONCE = 200

/**
 * Removes bytes that no row names: what a crash left between storage and database. A key is asked for after it was
 * listed, and is a day old by then, so a row that names it is there; one that a row names is never touched.
 * @returns how many files and pictures went
 */
export async function sweepStorage(
  { db, storage, log }: { db: Db; storage: Storage; log: Logger },
  now = new Date(),
): Promise<{ files: number; images: number }> {
  const before = new Date(now.getTime() - OLD_ENOUGH_MS)
  const swept = { files: 0, images: 0 }
  for await (const keys of batches(storage.files(before))) {
    const named = await findNamedFiles(db, keys)
    for (const key of keys.filter(candidate => !named.has(candidate))) {
      await storage.remove(key)
      swept.files += 1
    }
  }
  for await (const keys of batches(storage.imageKeys(before))) {
    const named = await findNamedImages(db, keys)
    for (const key of keys.filter(candidate => !named.has(candidate))) {
      await storage.removeImages(key)
      swept.images += 1
    }
  }
  if (swept.files + swept.images > 0) log.warn(swept, 'bytes without a row were removed')
  return swept
}

async function* batches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < KEYS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
