import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Storage } from './storage.ts'

/** The bytes of a file that can be read at any position, wherever the file is stored. */
export interface ByteSource {
  sizeBytes: number
  /**
   * Reads `length` bytes from a position on. The result is shorter where the file ends before, and empty behind its
   * end.
   */
  read(position: number, length: number): Promise<Buffer>
}

/** Calls a function with the bytes of a file on this machine, which is closed afterwards. */
export async function withFileSource<T>(
  path: string,
  use: (source: ByteSource) => Promise<T>,
): Promise<T> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await use({
      sizeBytes: size,
      async read(position, length) {
        const { buffer: bytes, bytesRead } = await file.read({
          buffer: Buffer.alloc(Math.max(0, Math.min(length, size - position))),
          position,
        })
        return bytes.subarray(0, bytesRead)
      },
    })
  } finally {
    await file.close()
  }
}

/**
 * The size in bytes of the blocks in which a stored file is read. Detecting a type takes many reads of a few bytes next
 * to each other, and each request to a bucket takes some milliseconds.
 */
const BLOCK_BYTES = 64 * 1024
/** A type is detected at the start of a file, at its end, and at one place in between. */
const BLOCKS_IN_MEMORY = 4

/** Returns a product file of the storage as a source. At most 256 KB of it are in memory. */
export function createStoredSource(
  storage: Pick<Storage, 'read'>,
  key: string,
  sizeBytes: number,
): ByteSource {
  const blocks = new Map<number, Promise<Buffer>>()
  const readBlock = (index: number): Promise<Buffer> => {
    const existing = blocks.get(index)
    if (existing) return existing
    const start = index * BLOCK_BYTES
    const end = Math.min(start + BLOCK_BYTES, sizeBytes) - 1
    const block = storage.read(key, { start, end }).then(buffer)
    blocks.set(index, block)
    if (blocks.size > BLOCKS_IN_MEMORY) blocks.delete(blocks.keys().next().value!)
    return block
  }
  return {
    sizeBytes,
    async read(position, length) {
      const end = Math.min(position + length, sizeBytes)
      const parts: Buffer[] = []
      for (let at = position; at < end;) {
        const index = Math.floor(at / BLOCK_BYTES)
        const start = index * BLOCK_BYTES
        const block = await readBlock(index)
        parts.push(block.subarray(at - start, end - start))
        at = start + BLOCK_BYTES
      }
      return Buffer.concat(parts)
    },
  }
}
