import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detectProductFileType } from './product-file-type.ts'

describe('detectProductFileType', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiosko-types-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')
  const ZIP = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
  const MP3 = Buffer.concat([Buffer.from('49443303000000000000fffb9064', 'hex'), Buffer.alloc(500)])
  const CFB = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

  /** Two frames of 417 and 418 bytes and one more: 128 kbit/s at 44,100 Hz. */
  const FRAMES = Buffer.concat(
    [0x90, 0x92, 0x90].map((third, index) =>
      Buffer.concat([
        Buffer.from([0xff, 0xfb, third, 0x64]),
        Buffer.alloc(index === 1 ? 414 : 413),
      ]),
    ),
  )
  const ID3 = Buffer.concat([Buffer.from('49443303000000000010', 'hex'), Buffer.alloc(16)])

  /** Writes a zip archive with empty files of these names, after `prefix`. */
  function zip(names: string[], prefix = Buffer.alloc(0)): Buffer {
    const entry = (signature: string, name: string, more: number) =>
      Buffer.concat([
        Buffer.from(signature, 'hex'),
        Buffer.alloc(more),
        Buffer.from([name.length, 0]),
        Buffer.alloc(signature === '504b0304' ? 2 : 16),
        Buffer.from(name),
      ])
    const files = Buffer.concat(names.map(name => entry('504b0304', name, 22)))
    const directory = Buffer.concat(names.map(name => entry('504b0102', name, 24)))
    const end = Buffer.alloc(22)
    end.write('504b0506', 'hex')
    end.writeUInt16LE(names.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(files.length, 16)
    return Buffer.concat([prefix, files, directory, end])
  }
  const container = (brand: string) =>
    Buffer.concat([
      Buffer.from('\0\0\0\x18ftyp'),
      Buffer.from(brand.padEnd(8, '\0')),
      Buffer.alloc(500),
    ])
  const refused = 'ERROR_UPLOADING_PRODUCT_FILE'

  async function typeOf(bytes: Buffer, name: string) {
    const path = join(folder, 'sample')
    await writeFile(path, bytes)
    return detectProductFileType(path, name).then(
      ({ type }) => type,
      (error: { code: string }) => error.code,
    )
  }

  test.each([
    ['a PDF', 'a.pdf', 'pdf', PDF],
    ['a zip', 'a.zip', 'zip', ZIP],
    ['a zip', 'a.xlsx', 'xlsx', ZIP],
    ['an mp3', 'a.MP3', 'mp3', MP3],
    ['an old Word document', 'a.doc', 'doc', CFB],
    ['a zip', 'a.pdf', refused, ZIP],
    ['a PDF', 'a.zip', refused, PDF],
    ['an old Office document', 'a.xls', refused, CFB],
    ['a PDF', 'a', refused, PDF],
    ['plain text', 'a.pdf', refused, Buffer.from('hola')],
    ['a PDF after a line feed', 'a.pdf', 'pdf', Buffer.concat([Buffer.from('\n'), PDF])],
    ['a PDF after a byte order mark', 'a.pdf', 'pdf', Buffer.concat([Buffer.from('\ufeff'), PDF])],
    ['a PDF after 1000 bytes', 'a.pdf', 'pdf', Buffer.concat([Buffer.alloc(1000, 'x'), PDF])],
    [
      'a PDF with the header of PostScript',
      'a.pdf',
      'pdf',
      Buffer.from('\n%!PS-Adobe-3.0 PDF-1.4\n'),
    ],
    ['a PDF after 1100 bytes', 'a.pdf', refused, Buffer.concat([Buffer.alloc(1100, 'x'), PDF])],
    [
      'a PDF in a program',
      'a.pdf',
      refused,
      Buffer.concat([Buffer.from('MZ'), Buffer.alloc(98), PDF]),
    ],
    ['frames without a tag', 'a.mp3', 'mp3', FRAMES],
    ['frames after a tag', 'a.mp3', 'mp3', Buffer.concat([ID3, FRAMES])],
    [
      'frames after a tag and zeros',
      'a.mp3',
      'mp3',
      Buffer.concat([ID3, Buffer.alloc(2048), FRAMES]),
    ],
    ['frames after two tags', 'a.mp3', 'mp3', Buffer.concat([ID3, ID3, Buffer.alloc(9), FRAMES])],
    ['frames after zeros', 'a.mp3', 'mp3', Buffer.concat([Buffer.alloc(5000), FRAMES])],
    [
      'frames after noise',
      'a.mp3',
      'mp3',
      Buffer.concat([Buffer.alloc(700, '\xff\x00', 'latin1'), FRAMES]),
    ],
    ['zeros', 'a.mp3', refused, Buffer.alloc(5000)],
    ['a tag and no frames', 'a.mp3', refused, Buffer.concat([ID3, Buffer.alloc(5000, 'x')])],
    [
      'a lone mark of a frame',
      'a.mp3',
      refused,
      Buffer.concat([
        Buffer.alloc(9000, 'x'),
        Buffer.from('fffb9064', 'hex'),
        Buffer.alloc(9000, 'x'),
      ]),
    ],
    ['a video for iPhones', 'a.m4v', 'mp4', container('M4V ')],
    ['a video of a camera', 'a.mp4', 'mp4', container('qt  ')],
    ['a video of a phone', 'a.mp4', 'mp4', container('3gp5')],
    ['a video of another brand', 'a.mp4', 'mp4', container('XAVC')],
    ['a recording', 'a.mp4', 'mp4', container('M4A ')],
    ['a HEIC photo', 'a.mp4', refused, container('heic')],
    ['a big-endian recording', 'a.wav', 'wav', Buffer.from('RIFX\0\0\0\x24WAVEfmt ')],
    ['a 64-bit recording', 'a.wav', 'wav', Buffer.from('RF64\0\0\0\x24WAVEds64')],
    ['a zip with a Java manifest', 'a.zip', 'zip', zip(['META-INF/MANIFEST.MF', 'plantilla.psd'])],
    [
      'a zip with an unpacked document',
      'a.zip',
      'zip',
      zip(['[Content_Types].xml', 'word/document.xml']),
    ],
    ['a zip with an Android manifest', 'a.zip', 'zip', zip(['AndroidManifest.xml'])],
    [
      'a zip that unpacks itself',
      'a.zip',
      'zip',
      zip(['a.txt'], Buffer.from(`MZ${'x'.repeat(900)}`)),
    ],
    ['a zip after other bytes', 'a.zip', 'zip', zip(['a.txt'], Buffer.from('hola\n'))],
    ['a program', 'a.zip', refused, Buffer.from(`MZ${'x'.repeat(900)}`)],
    [
      'a document in another sequence',
      'a.docx',
      'docx',
      zip(['word/document.xml', '_rels/.rels', '[Content_Types].xml']),
    ],
    [
      'a book without its first entry',
      'a.epub',
      'epub',
      zip(['META-INF/container.xml', 'OEBPS/1.xhtml', 'mimetype']),
    ],
    ['a book with a manifest', 'a.epub', 'epub', zip(['META-INF/MANIFEST.MF', 'mimetype'])],
    ['an encrypted document', 'a.docx', 'docx', CFB],
    ['rich text', 'a.doc', 'doc', Buffer.from('{\\rtf1 hola}')],
    ['a PDF', 'a.docx', refused, PDF],
    [
      'a zip with bytes of its end only',
      'a.zip',
      refused,
      Buffer.from('hola PK\x05\x06 chau', 'latin1'),
    ],
    ['an empty file', 'a.pdf', refused, Buffer.alloc(0)],
  ])('%s with the file name %s is detected as %s', async (_, name, outcome, bytes) =>
    expect(await typeOf(bytes, name)).toBe(outcome),
  )
})
