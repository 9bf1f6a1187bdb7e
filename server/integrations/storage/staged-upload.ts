import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { DAY_MS } from '#contract/core/time.ts'
import { fsyncPath } from './durable-files.ts'
import { FileTooLargeError, type StagedUpload } from './storage.ts'

const STALE_MS = DAY_MS

/**
 * Creates an upload into a temporary file on this machine.
 * @param commit stores the temporary file under a key, and removes it
 */
export function createStagedUpload(
  path: string,
  commit: (path: string, key: string) => Promise<void>,
): StagedUpload {
  return {
    path,
    async write(source, maxBytes) {
      const hash = createHash('sha256')
      let sizeBytes = 0
      let checksum = 0
      const measure = new Transform({
        transform(chunk: Buffer, _, done) {
          sizeBytes += chunk.length
          hash.update(chunk)
          checksum = crc32(chunk, checksum)
          done(sizeBytes > maxBytes ? new FileTooLargeError(maxBytes) : null, chunk)
        },
      })
      try {
        await pipeline(source, measure, createWriteStream(path, { flags: 'wx' }))
        await fsyncPath(path, 'r+')
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return { sizeBytes, sha256: hash.digest('hex'), crc32: checksum }
    },
    commit: key => commit(path, key),
    discard: () => rm(path, { force: true }),
  }
}

/**
 * Removes temporary files that a killed process left behind. Uploads that other processes are receiving are newer and
 * are kept.
 */
export async function removeStaleFiles(folder: string, now = new Date()): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (now.getTime() - mtimeMs > STALE_MS) await rm(path, { force: true, recursive: true })
  }
}
