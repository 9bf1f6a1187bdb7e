import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeCover } from './encode.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosko-images-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the largest size in which a cover of the given size is stored. */
async function findLargestSize(width: number, height: number) {
  const path = join(folder, `${width}x${height}.png`)
  await sharp({ create: { width, height, channels: 3, background: '#d5381f' } })
    .png()
    .toFile(path)
  const files = await encodeCover(path)
  const largest = files.find(({ name }) => name === '960.avif')!
  const size = await sharp(largest.bytes).metadata()
  return [size.width, size.height]
}

test.each([
  [1920, 2400, [960, 1200]],
  [1200, 600, [960, 480]],
  [100, 200, [100, 200]],
  // Encoding 960 × 16,000 pixels took 38 seconds of a core.
  [960, 16_000, [115, 1920]],
])(
  'a cover of %d × %d pixels is stored with at most twice as much height as width',
  async (width, height, size) => {
    expect(await findLargestSize(width, height)).toEqual(size)
  },
)
