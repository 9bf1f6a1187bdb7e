import { readFile, readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFString,
  decodePDFRawStream,
} from '@cantoo/pdf-lib'
import { MPEGDecoder } from 'mpg123-decoder'
import { describe, expect, test } from 'vitest'
import { deflateRepeated } from '#tools/api-client/hostile-files.ts'
import { readPdfPages } from '#tools/pdf-text.ts'
import { cutMp3 } from './cut-mp3.ts'
import { cutPdf } from './cut-pdf.ts'
import { type CutterOutput, cutSample } from './cutter.ts'
import { countSamplePages, countSampleSeconds } from '#contract/files/sample-rules.ts'

const FIXTURES = new URL('../../../../tools/fixtures/samples/', import.meta.url)

/** The chunks of an MP3 file in bytes, as a process gets them from its standard input. */
const CHUNK_BYTES = 65_536

function* splitFile(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES)
}

const cutPdfFixture = async (name: string) => cutPdf(await readPdf(name))
const cutMp3Fixture = async (name: string) => cutMp3(Readable.from(splitFile(await readMp3(name))))

/** Cuts the sample of a file that is not stored, in a process. */
const cut = (bytes: Buffer, type: string) =>
  cutSample(
    {
      read: (_key, range) => Promise.resolve(Readable.from([bytes.subarray(0, range!.end + 1)])),
    },
    { storageKey: 'sample', type, sizeBytes: bytes.length },
  )

const readPdf = (name: string) => readFile(new URL(`pdf/${name}.pdf`, FIXTURES))
const readMp3 = async (name: string) =>
  gunzipSync(await readFile(new URL(`mp3/${name}.mp3.gz`, FIXTURES)))

test.each([
  [0, 0],
  [3, 0],
  [4, 1],
  [5, 1],
  [6, 2],
  [8, 2],
  [9, 3],
  [500, 3],
])('a document of %d pages has a sample of %d', (pages, expected) =>
  expect(countSamplePages(pages)).toBe(expected),
)

test.each([
  [19.9, 0],
  [20, 10],
  [60, 30],
  [90, 45],
  [4000, 45],
])('audio of %d seconds has a sample of %d', (seconds, expected) =>
  expect(countSampleSeconds(seconds)).toBe(expected),
)

/** What comes of each file in `tools/fixtures/samples/pdf`: the pages of its sample, or why it has none. */
const PDF_CASES: Record<string, number | string> = {
  '1-page': 'too_few_pages',
  '3-pages': 'too_few_pages',
  '4-pages': 1,
  '6-pages': 2,
  '9-pages': 3,
  '20-pages': 3,
  encrypted: 'encrypted',
  'owner-password': 'encrypted',
  linearized: 3,
  'object-streams': 3,
  uncompressed: 3,
  'with-attachment': 3,
  'huge-page': 2,
  'links-and-outlines': 3,
  'shared-resources': 3,
  'picture-to-last-page': 'unreadable',
  'without-table': 3,
  'cut-off': 'unreadable',
  broken: 'unreadable',
  'no-pages': 'unreadable',
  'page-tree-cycle': 'unreadable',
}

describe('the sample of a PDF', () => {
  test('the sample of a PDF is tested with every fixture', async () => {
    const files = await readdir(new URL('pdf/', FIXTURES))

    expect(Object.keys(PDF_CASES).toSorted()).toEqual(
      files.map(name => name.replace('.pdf', '')).toSorted(),
    )
  })

  test.each(Object.entries(PDF_CASES))(
    'the PDF sample of the file %s is %s',
    async (name, expected) => {
      const sample = await cutPdfFixture(name)

      if (typeof expected === 'string') expect(sample).toEqual({ refusal: expected })
      else {
        expect(sample).toMatchObject({ length: expected })
        expect(await readPageNumbers(bytesOf(sample))).toEqual(
          Array.from({ length: expected }, (_, index) => index + 1),
        )
      }
    },
  )

  test.each(['with-attachment', 'links-and-outlines', 'shared-resources'])(
    'the PDF sample of the file %s has nothing of the other pages and of the document',
    async name => {
      const sample = await cutPdfFixture(name)

      const pdf = await open(bytesOf(sample))
      // Outline, attachments, scripts, page labels, fields and metadata would all be entries of the catalog.
      expect(['Type', 'Pages', 'OCProperties']).toEqual(expect.arrayContaining(keysOf(pdf.catalog)))
      expect(pdf.context.trailerInfo.Info).toBeUndefined()
      for (const { node } of pdf.getPages())
        expect(['Type', 'Parent', 'MediaBox', 'Resources', 'Contents', 'Rotate']).toEqual(
          expect.arrayContaining(keysOf(node)),
        )
      const objects = await inflateAll(bytesOf(sample))
      expect(objects).toContain('/Contents')
      expect(objects).not.toMatch(
        /SECRETO|PAGINA-[4-9]|CAPITULO|IMAGEN-[4-9]|JavaScript|app\.alert/,
      )
    },
  )

  test('the sample of a PDF keeps the pictures that its pages draw, and hides the layers that the document hides', async () => {
    const sample = await cutPdfFixture('shared-resources')

    const objects = await inflateAll(bytesOf(sample))
    for (const page of [1, 2, 3]) expect(objects).toContain(`IMAGEN-${page}-FIN`)
    const pdf = await open(bytesOf(sample))
    const layers = pdf.catalog.lookup(PDFName.of('OCProperties'), PDFDict)
    const settings = layers.lookup(PDFName.of('D'), PDFDict)
    expect(readNames(layers, 'OCGs')).toEqual(['Respuestas'])
    expect(readNames(settings, 'OFF')).toEqual(['Respuestas'])
    expect(readNames(settings, 'ON')).toEqual([])
  })

  test('the process that cuts a PDF returns its sample, or why it has none', async () => {
    const sample = await cut(await readPdf('huge-page'), 'pdf')

    expect(sample).toMatchObject({ mime: 'application/pdf', length: 2 })
    expect(await readPageNumbers(bytesOf(sample))).toEqual([1, 2])
    expect(await cut(await readPdf('encrypted'), 'pdf')).toEqual({ refusal: 'encrypted' })
  })

  test('the sample of a PDF is refused if reading the document needs more memory than a book does', async () => {
    const content = deflateRepeated(Buffer.alloc(1_000_000, '/a '), 300)
    const page = '<</Type/Page/Parent 2 0 R/Contents 7 0 R>>'
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R 6 0 R]/Count 4/MediaBox[0 0 9 9]>>',
      ...Array<string>(4).fill(page),
    ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
    const pdf = Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n${objects.join('')}7 0 obj\n<</Filter/FlateDecode/Length ${content.length}>>\nstream\n`,
      ),
      content,
      Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'),
    ])

    expect(await cut(pdf, 'pdf')).toEqual({ refusal: 'too_large' })
  })
})

/** What comes of each file in `tools/fixtures/samples/mp3`: the seconds of its sample, or why it has none. */
const MP3_CASES: Record<string, number | string> = {
  cbr: 45,
  vbr: 45,
  'vbr-without-xing': 45,
  abr: 15,
  stereo: 12,
  'joint-stereo': 12,
  mono: 45,
  '8-khz': 45,
  '11-khz': 45,
  '22-khz': 12,
  '48-khz': 45,
  '320-kbps': 15,
  'id3v2-with-picture': 45,
  id3v1: 45,
  '61-seconds': 30,
  '30-seconds': 15,
  '19-seconds': 'too_short',
  '10-seconds': 'too_short',
  damaged: 45,
  'cut-off': 24,
  'not-an-mp3': 'unreadable',
  zeros: 'unreadable',
  'audio-then-noise': 'unreadable',
  'tag-without-end': 'unreadable',
}

describe('the sample of an MP3', () => {
  test('the sample of an MP3 is tested with every fixture', async () => {
    const files = await readdir(new URL('mp3/', FIXTURES))

    expect(Object.keys(MP3_CASES).toSorted()).toEqual(
      files.map(name => name.replace('.mp3.gz', '')).toSorted(),
    )
  })

  test.each(Object.entries(MP3_CASES))(
    'the MP3 sample of the file %s is %s',
    async (name, expected) => {
      const sample = await cutMp3Fixture(name)

      if (typeof expected === 'string') expect(sample).toEqual({ refusal: expected })
      else {
        expect(sample).toMatchObject({ length: expected })
        const { seconds, loudnessOf } = await decode(bytesOf(sample))
        expect(seconds).toBeLessThanOrEqual(expected + 0.999)
        expect(seconds).toBeLessThanOrEqual(45)
        expect(seconds).toBeGreaterThan(expected - 0.7)
        expect(loudnessOf(0, 0.05)).toBeLessThan(0.05)
        expect(loudnessOf(2, 3)).toBeGreaterThan(0.2)
        expect(loudnessOf(seconds - 0.1, seconds)).toBeLessThan(0.05)
      }
    },
  )

  test('the process that cuts an MP3 returns its sample, or why it has none', async () => {
    const sample = await cut(await readMp3('48-khz'), 'mp3')

    expect(sample).toMatchObject({ mime: 'audio/mpeg', length: 45 })
    expect((await decode(bytesOf(sample))).seconds).toBeGreaterThan(44)
    expect(await cut(await readMp3('not-an-mp3'), 'mp3')).toEqual({ refusal: 'unreadable' })
  })

  test('the sample of an MP3 needs the beginning of a large file only', async () => {
    const beginning = await readMp3('cbr')
    const sizeBytes = 2_000_000_000
    let requestedBytes = 0

    const sample = await cutSample(
      {
        read: (_key, range) => {
          requestedBytes = range!.end + 1
          return Promise.resolve(Readable.from([beginning]))
        },
      },
      { storageKey: 'sample', type: 'mp3', sizeBytes },
    )

    expect(sample).toMatchObject({ length: 45 })
    expect(requestedBytes).toBeLessThan(40_000_000)
  })
})

test('a file of another type has no sample', async () => {
  expect(await cut(Buffer.from('PK'), 'zip')).toEqual({ refusal: 'type' })
})

/** Returns the bytes of a sample, as a cutter writes them or as its process returns them. */
function bytesOf(sample: CutterOutput | Awaited<ReturnType<typeof cut>>): Buffer {
  if ('refusal' in sample) throw new Error(`refused: ${sample.refusal}`)
  return 'bytes' in sample ? sample.bytes : Buffer.from(sample.base64, 'base64')
}

const open = (sample: Buffer) => PDFDocument.load(sample, { updateMetadata: false })

const keysOf = (dict: PDFDict): string[] => dict.keys().map(key => key.decodeText())

/** Reads the names of the layers in a list. */
function readNames(dict: PDFDict, list: string): string[] {
  const layers = dict.lookup(PDFName.of(list), PDFArray)
  return layers
    .asArray()
    .map((_, index) =>
      layers.lookup(index, PDFDict).lookup(PDFName.of('Name'), PDFString).decodeText(),
    )
}

/** Reads the numbers that the pages of a sample carry as text. */
async function readPageNumbers(sample: Buffer): Promise<number[]> {
  const pages = await readPdfPages(sample)
  return pages.flatMap(page => Array.from(page.matchAll(/PAGINA-(\d+)-FIN/g), ([, n]) => Number(n)))
}

/** Returns a PDF with all streams inflated, as text. */
async function inflateAll(sample: Buffer): Promise<string> {
  const { context } = await open(sample)
  return context
    .enumerateIndirectObjects()
    .map(([, object]) =>
      object instanceof PDFRawStream
        ? `${object.dict.toString()}${Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')}`
        : object.toString(),
    )
    .join('\n')
}

/** Decodes an MP3, and measures how loud it is between two seconds. */
async function decode(sample: Buffer) {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const { channelData, sampleRate, samplesDecoded } = decoder.decode(new Uint8Array(sample))
  return {
    seconds: samplesDecoded / sampleRate,
    loudnessOf: (from: number, to: number) =>
      channelData[0]!
        .subarray(from * sampleRate, to * sampleRate)
        .reduce((max, value) => Math.max(max, Math.abs(value)), 0),
  }
}
