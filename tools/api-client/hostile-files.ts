import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/**
 * Files that are small to send and costly to read. Each is accepted as an upload by its type, so that whatever reads it
 * must bound what its content costs.
 */

/**
 * Deflates a part once, and repeats it: deflating 300 MB at once would take two seconds of a processor. The checksum at
 * the end is missing, which readers of PDF do not check.
 */
export function deflateRepeated(part: Buffer, times: number): Buffer<ArrayBuffer> {
  const deflated = deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH })
  const header = Buffer.from('789c', 'hex')
  return Buffer.concat([header, ...Array<Buffer>(times).fill(deflated), deflateRawSync('')])
}

/** A PDF whose table of objects names two thousand million of them. */
export const createHugeTable = (): File =>
  createPdfWithStream(`/Size 2000000000/Index[0 2000000000]/W[0 0 0]`)

/** A PDF whose table of objects is 200 MB of deflated zeros. */
export const createDeflatedTable = (): File =>
  createPdfWithStream(
    `/Size 40000000/W[1 2 2]/Filter/FlateDecode`,
    deflateRepeated(Buffer.alloc(1_000_000), 200),
  )

/** Builds a PDF whose table of objects is a stream, with `entries` as the dictionary's entries. */
function createPdfWithStream(entries: string, content = Buffer.alloc(0)): File {
  const head = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n'
  const catalog =
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n'
  const start = head.length + catalog.length
  return new File(
    [
      Buffer.from(
        `${head}${catalog}3 0 obj\n<</Type/XRef/Root 1 0 R/Length ${content.length}${entries}>>\nstream\n`,
        'latin1',
      ),
      new Uint8Array(content),
      `\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`,
    ],
    'libro.pdf',
    { type: 'application/pdf' },
  )
}

/** A PDF whose page tree has `depth` levels, each with the next one a thousand times. */
export function createDeepPages(depth: number): File {
  const nodes = Array.from({ length: depth }, (_, level) => {
    const kids = `${level + 3} 0 R `.repeat(1000)
    return `${level + 2} 0 obj\n<</Type/Pages/Kids[${kids}]>>\nendobj\n`
  })
  const text = `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n${nodes.join('')}trailer\n<</Root 1 0 R>>\n%%EOF\n`
  return new File([text], 'libro.pdf', { type: 'application/pdf' })
}

/** A PDF of two tables of objects that each name the other as the one before. */
export function createRing(): File {
  const table = (previous: number) =>
    `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Root 1 0 R/Size 1/Prev ${previous}>>\n`
  const head = '%PDF-1.4\n'
  const second = head.length + table(100).length
  const text = `${head}${table(second)}${table(head.length)}startxref\n${head.length}\n%%EOF\n`
  return new File([text], 'libro.pdf', { type: 'application/pdf' })
}

/** A PDF of object streams, each of which is the first object of the next one. */
export function createNestedStreams(depth: number): File {
  const objects = Array.from({ length: depth }, (_, level) => {
    const content = deflateSync(Buffer.from(`${level + 4} 0 <</Type/ObjStm>>`))
    return [
      `${level + 3} 0 obj\n<</Type/ObjStm/N 1/First 4/Extends ${level + 4} 0 R/Filter/FlateDecode/Length ${content.length}>>\nstream\n`,
      new Uint8Array(content),
      '\nendstream\nendobj\n',
    ]
  })
  const head = '%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 3 0 R>>\nendobj\n'
  const tail = 'trailer\n<</Root 1 0 R>>\n%%EOF\n'
  return new File([head, ...objects.flat(), tail], 'libro.pdf', { type: 'application/pdf' })
}

/** An entry of a ZIP archive, before the names of its files. */
interface ZipEntry {
  name: string
  content: Uint8Array
  /** The size that the archive claims for the unpacked entry, in bytes. */
  claimedBytes: number
  isDeflated: boolean
}

/** Builds a ZIP archive. Source: APPNOTE.TXT of PKWARE, sections 4.3.7 to 4.3.16. */
function createZip(entries: ZipEntry[], name: string): File {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name: entryName, content, claimedBytes, isDeflated } of entries) {
    const nameBytes = Buffer.from(entryName)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(isDeflated ? 8 : 0, 4)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(content.length, 14)
    shared.writeUInt32LE(claimedBytes, 18)
    shared.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, nameBytes, content])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), shared, rest, nameBytes]),
    )
    parts.push(local)
    offset += local.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 4)
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 6)
  end.writeUInt32LE(listing.length, 8)
  end.writeUInt32LE(offset, 12)
  const bytes = Buffer.concat([...parts, listing, Buffer.from('PK\u0005\u0006'), end])
  return new File([new Uint8Array(bytes)], name)
}

/** An archive of one entry of a gigabyte of zeros, in about a megabyte. */
export function createZipBomb(): File {
  // A gigabyte is deflated as sixteen equal parts, so that making the file needs little memory.
  const content = deflateSync(Buffer.alloc(64_000_000))
  return createZip(
    Array.from({ length: 16 }, (_, index) => ({
      name: `ceros-${index}.bin`,
      content,
      claimedBytes: 0xfffffff0,
      isDeflated: true,
    })),
    'ceros.zip',
  )
}

/** An archive of many empty entries, whose type is claimed by the name of the file. */
export const createManyEntries = (count: number, name: string): File =>
  createZip(
    Array.from({ length: count }, (_, index) => ({
      name: `carpeta/${index}`,
      content: Buffer.alloc(0),
      claimedBytes: 0,
      isDeflated: false,
    })),
    name,
  )

/** An MP3 file with a tag of `bytes`, which comes before the sound. */
export function createTaggedMp3(bytes: number): File {
  const head = Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000', 'latin1')
  for (let index = 0; index < 4; index += 1) head[6 + index] = (bytes >> (7 * (3 - index))) & 0x7f
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])
  return new File([head, new Uint8Array(bytes), frame, frame], 'tema.mp3', { type: 'audio/mpeg' })
}

/** A cover of noise, which costs the most to encode, in `width` by `height` pixels. */
export async function createNoiseCover(width: number, height: number): Promise<File> {
  const noise = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 10 })
    .toBuffer()
  return new File([new Uint8Array(noise)], 'tapa.jpg', { type: 'image/jpeg' })
}
