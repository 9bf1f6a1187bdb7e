import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ByteRange, type ZipFile, planZip } from '#server/features/orders/zip/plan-zip.ts'
import { ARCHIVE_PROGRAMS, checkArchive, listArchive } from '#tools/archive-programs.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3
const ZEROS = Buffer.alloc(MB)
const facts = { modifiedAt: new Date('2026-11-26T12:00:00Z'), sha256: '' }

interface TestFile extends ZipFile {
  open(range: ByteRange): Promise<Readable>
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosko-zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

const createFile = (name: string, content: Buffer): TestFile => ({
  ...facts,
  name,
  sizeBytes: content.length,
  crc32: crc32(content),
  open: ({ start, end }) => Promise.resolve(Readable.from([content.subarray(start, end + 1)])),
})

/** A file of zeros of any size. */
const createFileOfZeros = (name: string, sizeBytes: number): TestFile => ({
  ...facts,
  name,
  sizeBytes,
  crc32: [...splitZeros(sizeBytes)].reduce((checksum, zeros) => crc32(zeros, checksum), 0),
  open: ({ start, end }) => Promise.resolve(Readable.from(splitZeros(end - start + 1))),
})

function* splitZeros(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= MB) yield ZEROS.subarray(0, Math.min(left, MB))
}

/** Writes an archive to the disk, with holes where it has zeros, so that it takes little room. */
async function writeArchive(files: TestFile[]): Promise<string> {
  const path = join(folder, `${files.length}.zip`)
  const plan = planZip(files)
  const archive = await open(path, 'w')
  try {
    let position = 0
    for await (const chunk of plan.read({ start: 0, end: plan.sizeBytes - 1 }, (file, part) =>
      file.open(part),
    ) as AsyncIterable<Buffer>) {
      if (!chunk.equals(ZEROS.subarray(0, chunk.length)))
        await archive.write(chunk, 0, chunk.length, position)
      position += chunk.length
    }
    return path
  } finally {
    await archive.close()
  }
}

/** Files that need ZIP64: one by its size, one by its position, and one by neither. */
const files = () => [
  createFile('Guía de “pan”/ñandú 🎧.pdf', randomBytes(100_000)),
  createFileOfZeros('Video.mp4', 4 * GB + 1),
  createFile('vacío.txt', Buffer.alloc(0)),
  createFile('Último.bin', randomBytes(100_000)),
]

describe('an archive of all files of an order', () => {
  let path: string
  beforeAll(async () => {
    path = await writeArchive(files())
  }, 120_000)

  test.each(ARCHIVE_PROGRAMS)(
    'an archive of all files of an order is whole for %s',
    async program => {
      await expect(checkArchive(program, path)).resolves.toBeUndefined()
    },
    120_000,
  )

  test('an archive of all files of an order lists its files with their names, in their sequence', async () => {
    expect(await listArchive(path)).toEqual(files().map(({ name }) => name))
  })

  test.each(ARCHIVE_PROGRAMS)(
    'an archive of all files of an order is refused by %s after a byte of it changed',
    async program => {
      const damaged = await writeArchive([{ ...createFile('a.bin', randomBytes(1000)), crc32: 1 }])

      await expect(checkArchive(program, damaged)).rejects.toThrow()
    },
  )
})
