import type { Storage, TrashKind } from '#server/integrations/storage/storage.ts'
import type { Db } from '#server/db/client.ts'
import type { Logger } from 'pino'
import { findReferencedFiles, findReferencedImages, hasFiles } from './queries.ts'

const DAY_MS = 24 * 3_600_000
/** Younger bytes may belong to an upload that is about to be named. */
const OLD_ENOUGH_MS = DAY_MS
const TRASH_DAYS = 30
const KEYS_AT_ONCE = 200
/** Crashes leave a crumb now and then. More than these, and more than this part of all keys, means another database. */
const MAX_ORPHANS = 10
const MAX_ORPHANS_PERCENT = 3

interface CleanupDeps {
  db: Db
  storage: Storage
  log: Logger
}

const FIND_REFERENCED = { files: findReferencedFiles, images: findReferencedImages }

/**
 * Takes bytes that no row names, what a crash left between storage and database, into the trash, and removes what
 * lay there for 30 days; what a row names again is put back. A key is asked for after it was listed, and is a day
 * old by then, so a row that names it is there; one that a row names is never touched. Beside a database that
 * seems not to be this storage's own nothing is moved or removed, and the log says so.
 * @returns how many files and pictures went into the trash
 */
export async function trashOrphans(
  deps: CleanupDeps,
  now = new Date(),
): Promise<Record<TrashKind, number>> {
  const { db, storage, log } = deps
  const before = new Date(now.getTime() - OLD_ENOUGH_MS)
  const files = await findOrphans(deps, 'files', storage.listFiles(before))
  const images = await findOrphans(deps, 'images', storage.listImageKeys(before))
  const nothing = { files: 0, images: 0 }
  if (isTooMuch(files) || isTooMuch(images) || !(await hasFiles(db))) {
    const counts = { unnamedFiles: files.unnamed.length, unnamedImages: images.unnamed.length }
    if (files.unnamed.length + images.unnamed.length > 0)
      log.error(counts, 'storage and database do not belong together: nothing was swept')
    return nothing
  }

  for (const key of files.unnamed) await storage.trash.files.moveIn(key)
  for (const key of images.unnamed) await storage.trash.images.moveIn(key)
  await purgeTrash(deps, 'files', now)
  await purgeTrash(deps, 'images', now)
  const swept = { files: files.unnamed.length, images: images.unnamed.length }
  if (swept.files + swept.images > 0) log.warn(swept, 'bytes without a row are in the trash')
  return swept
}

interface Found {
  all: number
  unnamed: string[]
}

async function findOrphans(
  { db }: CleanupDeps,
  kind: TrashKind,
  keys: AsyncIterable<string>,
): Promise<Found> {
  const found: Found = { all: 0, unnamed: [] }
  for await (const batch of batches(keys)) {
    const named = await FIND_REFERENCED[kind](db, batch)
    found.all += batch.length
    found.unnamed.push(...batch.filter(key => !named.has(key)))
  }
  return found
}

function isTooMuch({ all, unnamed }: Found): boolean {
  return unnamed.length > Math.max(MAX_ORPHANS, (all * MAX_ORPHANS_PERCENT) / 100)
}

async function purgeTrash({ db, storage }: CleanupDeps, kind: TrashKind, now: Date): Promise<void> {
  const trash = storage.trash[kind]
  const stale = new Date(now.getTime() - TRASH_DAYS * DAY_MS)
  for await (const batch of batches(trash.listKeys(now))) {
    const named = await FIND_REFERENCED[kind](db, batch)
    for (const key of batch) if (named.has(key)) await trash.restore(key)
  }
  for await (const key of trash.listKeys(stale)) await trash.remove(key)
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
