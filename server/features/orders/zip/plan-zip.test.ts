import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { Unzip, UnzipPassThrough, unzipSync } from 'fflate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '#contract/core/sum.ts'
import { type ByteRange, type ZipFile, type ZipPlan, planZip } from './plan-zip.ts'

const GB = 1024 ** 3
const modifiedAt = new Date('2026-11-26T12:00:00Z')

/** A file in memory that counts the bytes that were read of it. */
interface MemoryFile extends ZipFile {
  open(range: ByteRange): Promise<Readable>
  readBytes: number
}

function createFile(name: string, content: Buffer): MemoryFile {
  const file: MemoryFile = {
    name,
    modifiedAt,
    sizeBytes: content.length,
    crc32: crc32(content),
    sha256: createHash('sha256').update(content).digest('hex'),
    readBytes: 0,
    open({ start, end }) {
      file.readBytes += end - start + 1
      // Two pieces, as a storage returns a file in pieces.
      const half = start + Math.ceil((end - start + 1) / 2)
      const pieces = [content.subarray(start, half), content.subarray(half, end + 1)]
      return Promise.resolve(Readable.from(pieces.filter(({ length }) => length > 0)))
    },
  }
  return file
}

/** A file that exists by its size only. */
const describeFile = (name: string, sizeBytes: number): MemoryFile => ({
  name,
  sizeBytes,
  modifiedAt,
  crc32: 0,
  sha256: '',
  readBytes: 0,
  open: () => Promise.reject(new Error('must not be read')),
})

const read = (plan: ZipPlan<MemoryFile>, range: ByteRange) =>
  plan.read(range, (file, part) => file.open(part))
const readAll = (plan: ZipPlan<MemoryFile>) =>
  buffer(read(plan, { start: 0, end: plan.sizeBytes - 1 }))

const contents = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 6 })

describe('planZip', () => {
  test('planZip lays out an archive that holds its files, with their names in UTF-8', async () => {
    const files = [
      createFile('Guía de “pan”.pdf', Buffer.from('hello')),
      createFile('vacío.txt', Buffer.alloc(0)),
      createFile('Más/🎧.mp3', Buffer.alloc(70_000, 7)),
    ]

    const archive = await readAll(planZip(files))

    const unpacked = unzipSync(archive)
    expect(Object.keys(unpacked)).toEqual(files.map(({ name }) => name))
    expect(Buffer.from(unpacked['Guía de “pan”.pdf']!).toString()).toBe('hello')
    expect(Buffer.from(unpacked['Más/🎧.mp3']!).equals(Buffer.alloc(70_000, 7))).toBe(true)
  })

  test('an archive can be unpacked from its start while it arrives', async () => {
    const archive = await readAll(planZip([createFile('a.txt', Buffer.from('hello'))]))

    const unpacked: Record<string, string> = {}
    const unzip = new Unzip(file => {
      file.ondata = (_, chunk) =>
        (unpacked[file.name] = `${unpacked[file.name] ?? ''}${Buffer.from(chunk).toString()}`)
      file.start()
    })
    unzip.register(UnzipPassThrough)
    for (const byte of archive) unzip.push(Buffer.from([byte]))
    unzip.push(Buffer.alloc(0), true)

    expect(unpacked).toEqual({ 'a.txt': 'hello' })
  })

  test('planZip gives the whole archive in any parts, and reads no other bytes of a file', async () => {
    await fc.assert(
      fc.asyncProperty(contents, fc.array(fc.nat()), async (contents, cuts) => {
        const files = contents.map((content, index) =>
          createFile(`${index}.bin`, Buffer.from(content)),
        )
        const plan = planZip(files)
        const whole = await readAll(plan)
        for (const file of files) file.readBytes = 0
        const starts = [...new Set([0, ...cuts.map(cut => cut % plan.sizeBytes)])].toSorted(
          (a, b) => a - b,
        )
        const ranges = starts.map((start, index) => ({
          start,
          end: (starts[index + 1] ?? plan.sizeBytes) - 1,
        }))

        const parts = await Promise.all(ranges.map(range => buffer(read(plan, range))))

        expect(whole.length).toBe(plan.sizeBytes)
        expect(Buffer.concat(parts).equals(whole)).toBe(true)
        expect(files.map(({ readBytes }) => readBytes)).toEqual(
          contents.map(({ length }) => length),
        )
        const named = ranges.flatMap(range => plan.findFileParts(range))
        for (const file of files)
          expect(
            sum(
              named
                .filter(part => part.file === file)
                .map(({ range }) => range.end - range.start + 1),
            ),
          ).toBe(file.sizeBytes)
      }),
    )
  })

  test('planZip reads the last bytes of 20 GB without the files before them', async () => {
    const content = randomBytes(200_000)
    const last = createFile('last.bin', content)
    const plan = planZip([...[1, 2, 3, 4, 5].map(n => describeFile(`${n}.mp4`, 4 * GB)), last])
    const range = { start: plan.sizeBytes - 100_000, end: plan.sizeBytes - 1 }

    const tail = await buffer(read(plan, range))

    const [part, ...others] = plan.findFileParts(range)
    expect(others).toEqual([])
    expect(part).toMatchObject({ file: last, range: { end: content.length - 1 } })
    const fileBytes = content.length - part!.range.start
    expect(tail).toHaveLength(100_000)
    expect(tail.subarray(0, fileBytes).equals(content.subarray(-fileBytes))).toBe(true)
    expect(last.readBytes).toBe(fileBytes)
  })

  test.each([
    ['the name', { name: 'b.txt' }],
    ['the content', { sha256: 'another' }],
    ['the time', { modifiedAt: new Date('2026-11-26T12:00:02Z') }],
  ])('an archive has another digest if %s of a file differs', (_, change) => {
    const file = createFile('a.txt', Buffer.from('hello'))

    expect(planZip([{ ...file }]).digest).toBe(planZip([file]).digest)
    expect(planZip([{ ...file, ...change }]).digest).not.toBe(planZip([file]).digest)
  })

  test.each([
    ['shorter', 6],
    ['longer', 4],
  ])('an archive fails when a file is %s than was planned', async (_, plannedBytes) => {
    const file = createFile('a.txt', Buffer.from('hello'))
    const plan = planZip([
      { ...file, sizeBytes: plannedBytes, open: () => file.open({ start: 0, end: 4 }) },
    ])

    await expect(readAll(plan)).rejects.toThrow('another size')
  })

  test('an archive closes the open file when the reader goes away', async () => {
    const content = Readable.from([Buffer.alloc(100), Buffer.alloc(100)])
    const plan = planZip([{ ...describeFile('a.bin', 200), open: () => Promise.resolve(content) }])

    for await (const chunk of read(plan, { start: 50, end: 150 })) {
      expect(chunk).toHaveLength(100)
      break
    }

    expect(content.destroyed).toBe(true)
  })
})
