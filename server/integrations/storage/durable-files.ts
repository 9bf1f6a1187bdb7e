import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Flushes the bytes of a file or the entries of a folder to the disk, so that they survive a power failure. */
export async function fsyncPath(path: string, mode: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, mode)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Renames a file and flushes the folders, so that the move survives a power failure. */
export async function moveDurably(from: string, to: string): Promise<void> {
  const createdFolder = await mkdir(dirname(to), { recursive: true })
  if (createdFolder) await fsyncPath(dirname(createdFolder), 'r')
  await rename(from, to)
  await fsyncPath(dirname(to), 'r')
}

/** Ignores the error of a call whose file does not exist. */
export function ignoreMissing(error: Error & { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error
}
