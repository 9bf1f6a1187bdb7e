import { access, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Upload } from '@tus/server'
import { fsyncPath, ignoreMissing, moveDurably } from '../durable-files.ts'
import { type IncomingFiles, StorageUnavailableError } from '../storage.ts'

/**
 * Creates the incoming files on the disk: each is one file, which grows by its chunks. Its length is the number of
 * bytes that were received, so a killed process leaves no wrong number.
 * @param folder on the same file system as the product files, so that a file is adopted by renaming it
 * @param resolveKey returns the path of a product file
 */
export async function createIncomingOnDisk(
  folder: string,
  resolveKey: (key: string) => string,
): Promise<IncomingFiles> {
  await mkdir(folder, { recursive: true })
  const store = new FileStore({
    directory: folder,
    // The database knows the size and the owner of each file, so that none is stored beside it.
    configstore: {
      get: id => Promise.resolve(new Upload({ id, offset: 0 })),
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(),
    },
  })
  const pathOf = (id: string) => join(folder, id)
  const receivedBytes = async (id: string) => (await stat(pathOf(id)).catch(ignoreMissing))?.size

  return {
    async create(id, sizeBytes) {
      await store.create(new Upload({ id, size: sizeBytes, offset: 0 }))
    },
    receivedBytes,
    async append(id, offset, bytes) {
      try {
        const received = await store.write(bytes, id, offset)
        // Browsers forget a chunk that was confirmed, so it must survive a power failure.
        await fsyncPath(pathOf(id), 'r+')
        return received
      } catch (error) {
        // The store says nothing about the cause: that the disk is full, or has become read-only.
        throw new StorageUnavailableError(error)
      }
    },
    async adopt(id, key) {
      const target = resolveKey(key)
      try {
        await moveDurably(pathOf(id), target)
      } catch (error) {
        // An earlier run has moved the file, if it is there.
        if ((error as { code?: string }).code !== 'ENOENT') throw error
        await access(target)
      }
    },
    discard: id => rm(pathOf(id), { force: true }),
    async *listIds(before) {
      for (const id of await readdir(folder)) {
        const stats = await stat(pathOf(id)).catch(ignoreMissing)
        if (stats && stats.mtimeMs < before.getTime()) yield id
      }
    },
  }
}
