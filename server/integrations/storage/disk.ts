import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  type FileHandle,
  access,
  constants,
  mkdir,
  open,
  readdir,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { createIncomingOnDisk } from './incoming/on-disk.ts'
import { ignoreMissing, moveDurably } from './durable-files.ts'
import { createStagedUpload, removeStaleFiles } from './staged-upload.ts'
import type { Storage, StoredObjects, Trash } from './storage.ts'

/**
 * The size in bytes of the chunks in which files are read. Small chunks need less memory: the garbage collector frees
 * buffers by their number and not by their size. A download of 50 MB peaks at 37 MB of memory with chunks of 16 KB, and
 * at 62 MB with the default of 64 KB.
 */
const CHUNK_BYTES = 16 * 1024

/** Opens the storage in a folder for reading only. Nothing is created, so a missing folder fails the first call. */
export function openStoredObjects(root: string): StoredObjects {
  const files = join(root, 'files')
  const images = join(root, 'images')
  const sizeOf = async (path: string) =>
    stat(path).then(
      ({ size }) => size,
      () => undefined,
    )
  return {
    fileSize: async key =>
      (await sizeOf(resolveKey(files, key))) ??
      (await sizeOf(resolveKey(join(root, 'trash/files'), key))),
    findImages: async prefix =>
      (await readdir(resolveKey(images, prefix)).catch(ignoreMissing)) ?? [],
    listFiles: before => listNestedKeys(files, before),
    listImageKeys: before => listKeys(images, before),
  }
}

/**
 * Creates the storage on the local disk. Each file is written to a temporary file, flushed and then renamed, so that a
 * storage key either has all of its bytes or does not exist.
 */
export async function createDiskStorage(root: string): Promise<Storage> {
  const temp = join(root, 'temp')
  const files = join(root, 'files')
  const images = join(root, 'images')
  const trashed = { files: join(root, 'trash/files'), images: join(root, 'trash/images') }
  for (const folder of [temp, files, images, trashed.files, trashed.images])
    await mkdir(folder, { recursive: true })
  await removeStaleFiles(temp)

  return {
    ...openStoredObjects(root),
    async stageUpload() {
      return createStagedUpload(join(temp, randomUUID()), (from, key) =>
        moveDurably(from, resolveKey(files, key)),
      )
    },
    async putImage(key, bytes) {
      const path = join(temp, randomUUID())
      await writeFile(path, bytes, { flush: true })
      await moveDurably(path, resolveKey(images, key))
    },
    async read(key, range) {
      const handle = await openFile(resolveKey(files, key)).catch(() =>
        openFile(resolveKey(trashed.files, key)),
      )
      return handle.createReadStream({ ...range, highWaterMark: CHUNK_BYTES })
    },
    async readImage(key) {
      const path = resolveKey(images, key)
      const stats = await stat(path).catch(() => undefined)
      return stats?.isFile() ? createReadStream(path) : undefined
    },
    signDownload: () => Promise.resolve(undefined),
    remove: key => rm(resolveKey(files, key), { force: true }),
    removeImages: prefix => rm(resolveKey(images, prefix), { recursive: true, force: true }),
    removeStaleUploads: now => removeStaleFiles(temp, now),
    incoming: await createIncomingOnDisk(join(root, 'uploads'), key => resolveKey(files, key)),
    trash: {
      files: createTrash(files, trashed.files, listNestedKeys),
      images: createTrash(images, trashed.images, listKeys),
    },
    assertWritable: () => access(temp, constants.W_OK),
  }
}

/** Opens a file for reading. @throws Error if the path is missing, cannot be read or is no file */
async function openFile(path: string): Promise<FileHandle> {
  const handle = await open(path)
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new Error(`${path} is not a file`)
}

type ListKeys = (root: string, before: Date) => AsyncIterable<string>

/** Lists the keys of product files, which are stored in one folder per seller. */
async function* listNestedKeys(root: string, before: Date): AsyncGenerator<string> {
  for (const folder of await readdir(root))
    for await (const name of listKeys(join(root, folder), before)) yield `${folder}/${name}`
}

async function* listKeys(root: string, before: Date): AsyncGenerator<string> {
  for (const key of await readdir(root)) if (await isOlder(join(root, key), before)) yield key
}

function createTrash(root: string, trash: string, list: ListKeys): Trash {
  return {
    async moveToTrash(key) {
      const now = new Date()
      await utimes(resolveKey(root, key), now, now)
        .then(() => moveDurably(resolveKey(root, key), resolveKey(trash, key)))
        .catch(ignoreMissing)
    },
    restore: key => moveDurably(resolveKey(trash, key), resolveKey(root, key)).catch(ignoreMissing),
    listKeys: before => list(trash, before),
    remove: key => rm(resolveKey(trash, key), { recursive: true, force: true }),
  }
}

/** Tells whether a file was last modified before the given date; false if the file does not exist. */
async function isOlder(path: string, before: Date): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats !== undefined && stats.mtimeMs < before.getTime()
}

/**
 * Returns the path of a storage key below the root folder.
 * @throws Error if the key leads out of the root folder
 */
function resolveKey(root: string, key: string): string {
  const path = join(root, key)
  if (!path.startsWith(`${root}/`)) throw new Error('a storage key leads out of its root')
  return path
}
