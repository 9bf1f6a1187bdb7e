import { DAY_MS } from '#contract/core/time.ts'
import type { TrashKind } from '#server/integrations/storage/storage.ts'
import type { Context } from '#server/context.ts'
import { findReferencedFiles, findReferencedImages, hasAnyProductFile } from './queries.ts'

/**
 * Only objects that are older than this can be orphans: the row of a newer object's upload may not be committed yet.
 */
const MIN_AGE_MS = DAY_MS
const TRASH_DAYS = 30
const BATCH_SIZE = 200
/**
 * Crashes leave only a few orphans. If more objects than this number and this percentage are orphans, the server
 * probably uses a wrong database.
 */
const MAX_ORPHANS = 10
const MAX_ORPHANS_PERCENT = 3

type CleanupContext = Pick<Context, 'db' | 'storage' | 'log'>

const FIND_REFERENCED = { files: findReferencedFiles, images: findReferencedImages }

/**
 * Moves orphans (stored objects that no database row references) to the trash, and deletes them after 30 days there. An
 * object that is referenced again is restored. Only objects older than a day are checked, so that the files of a
 * running upload are never taken for orphans. If the database does not seem to belong to this storage, nothing is moved
 * or deleted and an error is logged.
 * @returns how many files and images were moved to the trash
 */
export async function trashOrphans(
  context: CleanupContext,
  now = new Date(),
): Promise<Record<TrashKind, number>> {
  const { db, storage, log } = context
  const storedBefore = new Date(now.getTime() - MIN_AGE_MS)
  const files = await findOrphans(context, 'files', storage.listFiles(storedBefore))
  const images = await findOrphans(context, 'images', storage.listImageKeys(storedBefore))
  if (hasTooManyOrphans(files) || hasTooManyOrphans(images) || !(await hasAnyProductFile(db))) {
    const counts = { orphanFiles: files.orphans.length, orphanImages: images.orphans.length }
    if (files.orphans.length + images.orphans.length > 0)
      log.error(
        counts,
        'storage and database do not belong together: nothing was moved to the trash',
      )
    return { files: 0, images: 0 }
  }

  for (const key of files.orphans) await storage.trash.files.moveToTrash(key)
  for (const key of images.orphans) await storage.trash.images.moveToTrash(key)
  await purgeTrash(context, 'files', now)
  await purgeTrash(context, 'images', now)
  const trashed = { files: files.orphans.length, images: images.orphans.length }
  if (trashed.files + trashed.images > 0) log.warn(trashed, 'orphans were moved to the trash')
  return trashed
}

interface ScanResult {
  total: number
  orphans: string[]
}

async function findOrphans(
  { db }: CleanupContext,
  kind: TrashKind,
  keys: AsyncIterable<string>,
): Promise<ScanResult> {
  const result: ScanResult = { total: 0, orphans: [] }
  for await (const batch of batches(keys)) {
    const referencedKeys = await FIND_REFERENCED[kind](db, batch)
    result.total += batch.length
    result.orphans.push(...batch.filter(key => !referencedKeys.has(key)))
  }
  return result
}

function hasTooManyOrphans({ total, orphans }: ScanResult): boolean {
  return orphans.length > Math.max(MAX_ORPHANS, (total * MAX_ORPHANS_PERCENT) / 100)
}

/**
 * Restores the objects in the trash that are referenced again, and deletes those that have been in the trash for 30
 * days.
 */
async function purgeTrash(
  { db, storage }: CleanupContext,
  kind: TrashKind,
  now: Date,
): Promise<void> {
  const trash = storage.trash[kind]
  const deleteBefore = new Date(now.getTime() - TRASH_DAYS * DAY_MS)
  for await (const batch of batches(trash.listKeys(now))) {
    const referencedKeys = await FIND_REFERENCED[kind](db, batch)
    for (const key of batch) if (referencedKeys.has(key)) await trash.restore(key)
  }
  for await (const key of trash.listKeys(deleteBefore)) await trash.remove(key)
}

async function* batches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
