import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type StagedUpload, type Storage, FileTooLarge, type Trash } from './storage.ts'

const STALE_MS = 24 * 3_600_000
/** A file goes out in small pieces: what is done with is swept up by their number, and not by what they weigh. */
const PIECE_BYTES = 16 * 1024

/**
 * Files on the local disk: written to a temp file, flushed, then renamed, so that a key either holds all
 * of its bytes or does not exist.
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
      const path = resolveKey(files, key)
      const inTrash = resolveKey(trashed.files, key)
      const found = await access(path, constants.R_OK).then(
        () => path,
        () => access(inTrash, constants.R_OK).then(() => inTrash),
      )
      return createReadStream(found, { ...range, highWaterMark: PIECE_BYTES })
    },
    async readImage(key) {
      const path = resolveKey(images, key)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? createReadStream(path) : undefined
    },
    remove: key => rm(resolveKey(files, key), { force: true }),
    removeImages: prefix => rm(resolveKey(images, prefix), { recursive: true, force: true }),
    listFiles: before => listNestedKeys(files, before),
    listImageKeys: before => listKeys(images, before),
    trash: {
      files: createTrash(files, trashed.files, listNestedKeys),
      images: createTrash(images, trashed.images, listKeys),
    },
    assertWritable: () => access(temp, constants.W_OK),
  }
}

async function moveDurably(from: string, to: string): Promise<void> {
  const made = await mkdir(dirname(to), { recursive: true })
  if (made) await fsyncPath(dirname(made), 'r')
  await rename(from, to)
  await fsyncPath(dirname(to), 'r')
}

type ListKeys = (root: string, before: Date) => AsyncIterable<string>

/** Keys of files in folders by seller. */
async function* listNestedKeys(root: string, before: Date): AsyncGenerator<string> {
  for (const folder of await readdir(root))
    for await (const name of listKeys(join(root, folder), before)) yield `${folder}/${name}`
}

async function* listKeys(root: string, before: Date): AsyncGenerator<string> {
  for (const key of await readdir(root)) if (await isOlder(join(root, key), before)) yield key
}

function createTrash(root: string, trash: string, list: ListKeys): Trash {
  return {
    async moveIn(key) {
      const now = new Date()
      await utimes(resolveKey(root, key), now, now)
      await moveDurably(resolveKey(root, key), resolveKey(trash, key))
    },
    restore: key => moveDurably(resolveKey(trash, key), resolveKey(root, key)),
    listKeys: before => list(trash, before),
    remove: key => rm(resolveKey(trash, key), { recursive: true, force: true }),
  }
}

function createStagedUpload(
  path: string,
  settle: (from: string, key: string) => Promise<void>,
): StagedUpload {
  return {
    path,
    async write(source, maxBytes) {
      const hash = createHash('sha256')
      let sizeBytes = 0
      const measure = new Transform({
        transform(chunk: Buffer, _, done) {
          sizeBytes += chunk.length
          hash.update(chunk)
          done(sizeBytes > maxBytes ? new FileTooLarge(maxBytes) : null, chunk)
        },
      })
      try {
        await pipeline(source, measure, createWriteStream(path, { flags: 'wx' }))
        await fsyncPath(path, 'r+')
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return { sizeBytes, sha256: hash.digest('hex') }
    },
    commit: key => settle(path, key),
    discard: () => rm(path, { force: true }),
  }
}

/** Whether it was last written to before a moment; what is gone meanwhile was not. */
async function isOlder(path: string, before: Date): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < before.getTime()
}

/** A key stays below its root, whatever it holds. */
function resolveKey(root: string, key: string): string {
  const path = join(root, key)
  if (!path.startsWith(`${root}/`)) throw new Error('a storage key leads out of its root')
  return path
}

/** Makes a file's bytes, or a folder's names, last through a power cut. */
async function fsyncPath(path: string, mode: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, mode)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What a killed process left half written. Uploads under way in another process are younger. */
async function removeStaleFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > STALE_MS) await rm(path, { force: true, recursive: true })
  }
}
