import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeAvatar, encodeCover, type InvalidImageError } from './encode.ts'
import { encodeImage } from './encode-image.ts'

const FIXTURES = new URL('../../../tools/fixtures/images/', import.meta.url)

const readFixture = async (name: string) =>
  gunzipSync(await readFile(new URL(`${name}.gz`, FIXTURES)))

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d5381f' } })

/** Returns the largest size in which a cover of the given size is stored. */
async function findLargestSize(width: number, height: number) {
  const output = await encodeImage(await flat(width, height).png().toBuffer(), 'cover')
  if ('problem' in output) throw new Error(output.detail)
  const largest = output.files.find(({ name }) => name === '960.avif')!
  const size = await sharp(Buffer.from(largest.base64, 'base64')).metadata()
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

/** Returns how an image is encoded: the number of files, or the reason why it is refused. */
async function encodeBytes(bytes: Buffer): Promise<unknown> {
  const output = await encodeImage(bytes, 'cover')
  return 'problem' in output ? output.problem : output.files.length
}

const cut = (bytes: Buffer, share: number) =>
  bytes.subarray(0, bytes.length - Math.max(2, Math.round(bytes.length * share)))
const OTHER_CONTAINER = (brand: string) =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftyp'), Buffer.from(`${brand}\0\0\0\0`), Buffer.alloc(99)])

test.each([
  ['a PNG with several frames', () => buildAnimatedPng(), 6],
  ['an AVIF', () => noise(100, 125).avif({ effort: 0 }).toBuffer(), 6],
  ['a photo of 54 million pixels', () => buildJpegHeader(12_000, 4500), 'too_many_pixels'],
  [
    'an interlaced image of 30 million pixels',
    () => buildInterlacedPngHeader(6000, 5000),
    'too_many_pixels',
  ],
  ['an AVIF of 12.4 million pixels', () => buildAvifHeader(4000, 3100), 'too_many_pixels'],
  ['a HEIC photo', () => OTHER_CONTAINER('heic'), 'heic'],
  ['a HEIC photo of another brand', () => OTHER_CONTAINER('mif1'), 'heic'],
  ['a JPEG without its end marker', async () => cut(await noise(160, 200).jpeg().toBuffer(), 0), 6],
  [
    'a JPEG without its last bytes',
    async () => cut(await noise(160, 200).jpeg().toBuffer(), 0.02),
    6,
  ],
  ['half a JPEG', async () => cut(await noise(160, 200).jpeg().toBuffer(), 0.5), 'cut_off'],
  [
    'half a JPEG of a camera on its side',
    async () => cut(await noise(160, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(), 0.5),
    'cut_off',
  ],
  [
    'a PNG without its last bytes',
    async () => cut(await noise(160, 200).png().toBuffer(), 0.02),
    6,
  ],
  ['half a PNG', async () => cut(await noise(160, 200).png().toBuffer(), 0.5), 'cut_off'],
  ['half a WebP', async () => cut(await noise(160, 200).webp().toBuffer(), 0.5), 'cut_off'],
  [
    'the start of a PNG',
    async () => (await noise(160, 200).png().toBuffer()).subarray(0, 40),
    'cut_off',
  ],
  ['a broken GIF', () => Buffer.from(`GIF89a${'x'.repeat(99)}`), 'undecodable'],
  ['a drawing in SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'type'],
] as const)('%s is accepted or refused with its reason', async (_, build, end) =>
  expect(await encodeBytes(await build())).toBe(end),
)

/** Makes a PNG animated by the chunk that says so, which programs without animation skip. */
async function buildAnimatedPng(): Promise<Buffer> {
  const png = await noise(160, 200).png().toBuffer()
  const chunk = Buffer.alloc(20)
  chunk.writeUInt32BE(8)
  chunk.write('acTL', 4)
  chunk.writeUInt32BE(1, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16)
  const headerEnd = 33
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)])
}

/*
 * The following are small images whose header names another size, since too many pixels are recognized by the header.
 * The metadata that sharp reads of them equals that of images drawn in these sizes.
 */

async function buildJpegHeader(width: number, height: number): Promise<Buffer> {
  const jpeg = await flat(16, 16).jpeg().toBuffer()
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(height, frame + 5)
  jpeg.writeUInt16BE(width, frame + 7)
  return jpeg
}

async function buildInterlacedPngHeader(width: number, height: number): Promise<Buffer> {
  const png = await flat(16, 16).png({ progressive: true }).toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

async function buildAvifHeader(width: number, height: number): Promise<Buffer> {
  const avif = await flat(16, 16).avif({ effort: 0 }).toBuffer()
  const size = avif.indexOf('ispe')
  avif.writeUInt32BE(width, size + 8)
  avif.writeUInt32BE(height, size + 12)
  return avif
}

describe('the process that encodes images', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiosko-images-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function storeUpload(bytes: Buffer): Promise<string> {
    const path = join(folder, 'upload')
    await writeFile(path, bytes)
    return path
  }

  test.each([
    ['a photo of 48 million pixels', () => readFixture('photo-48-megapixels.jpg'), 6],
    [
      'a progressive photo of 50 million pixels',
      () => readFixture('progressive-photo-50-megapixels.jpg'),
      6,
    ],
    ['a drawing of 35 million pixels', () => readFixture('drawing-35-megapixels.png'), 6],
    ['a photo of 54 million pixels', () => buildJpegHeader(12_000, 4500), 'too_many_pixels'],
  ])(
    'the process that encodes images accepts or refuses %s within its limits',
    async (_, build, end) => {
      const path = await storeUpload(await build())

      const result = await encodeCover(path).then(
        files => files.length,
        (error: InvalidImageError) => error.problem,
      )

      expect(result).toBe(end)
    },
  )

  test('a profile picture is stored as the square in its center', async () => {
    const path = await storeUpload(await flat(600, 300).png().toBuffer())

    const files = await encodeAvatar(path)

    expect(files.map(({ name }) => name)).toEqual(['128.webp', '128.avif', '320.webp', '320.avif'])
    const { width, height } = await sharp(files[3]!.bytes).metadata()
    expect([width, height]).toEqual([320, 320])
  })
})
