import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type ZipFileRecord,
  encodeCentralHeader,
  encodeEnd,
  encodeLocalHeader,
} from './zip-records.ts'

/** The first and the last byte of a part, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** A file of an archive. Its size and its checksums are known before it is read. */
export interface ZipFile extends ZipFileRecord {
  /** The SHA-256 of the content, by which the digest of the archive tells versions of a file apart. */
  sha256: string
}

/** Opens a part of the content of a file. */
export type OpenFile<T extends ZipFile> = (file: T, range: ByteRange) => Promise<Readable>

/** A part of an archive that is inside one of its files. */
export interface FilePart<T extends ZipFile> {
  file: T
  /** The position of the part in the file. */
  range: ByteRange
}

/**
 * An archive that was laid out, of which nothing was read yet. The same files in the same sequence give the same bytes
 * each time, so that a download can continue at any byte.
 */
export interface ZipPlan<T extends ZipFile> {
  sizeBytes: number
  /** A digest that differs if a byte of the archive differs. */
  digest: string
  /** Lists the files that a part of the archive has bytes of, without empty ones. */
  findFileParts(range: ByteRange): FilePart<T>[]
  /**
   * Reads a part of the archive. Only the files in this part are opened, one after the other, and only their bytes in
   * it are read. The stream fails if a file cannot be opened, or has another size than was planned.
   */
  read(range: ByteRange, openFile: OpenFile<T>): Readable
}

/** A piece of an archive: records, or the content of a file. */
type Segment<T> = { offset: number; bytes: number } & ({ records: Buffer } | { file: T })

/**
 * Lays out a ZIP archive of stored files. ZIP64 is used where a size or a position does not fit into 4 bytes, and only
 * there, since old programs do not know it.
 * @param files with unique names, in the sequence in which the archive lists them
 */
export function planZip<T extends ZipFile>(files: readonly T[]): ZipPlan<T> {
  const segments: Segment<T>[] = []
  let sizeBytes = 0
  const append = (bytes: number, content: { records: Buffer } | { file: T }) => {
    if (bytes > 0) segments.push({ offset: sizeBytes, bytes, ...content })
    sizeBytes += bytes
  }
  const appendRecords = (records: Buffer) => append(records.length, { records })

  const centralHeaders: Buffer[] = []
  for (const file of files) {
    centralHeaders.push(encodeCentralHeader(file, sizeBytes))
    appendRecords(encodeLocalHeader(file))
    append(file.sizeBytes, { file })
  }
  const directory = Buffer.concat(centralHeaders)
  const place = { files: files.length, offset: sizeBytes, bytes: directory.length }
  appendRecords(Buffer.concat([directory, encodeEnd(place)]))

  const digest = createHash('sha256').update(directory)
  for (const { sha256 } of files) digest.update(sha256)
  const cut = (range: ByteRange) =>
    segments.flatMap(segment => {
      const start = Math.max(range.start - segment.offset, 0)
      const end = Math.min(range.end - segment.offset, segment.bytes - 1)
      return start <= end ? [{ segment, range: { start, end } }] : []
    })
  return {
    sizeBytes,
    digest: digest.digest('hex'),
    findFileParts: range =>
      cut(range).flatMap(({ segment, range }) =>
        'file' in segment ? [{ file: segment.file, range }] : [],
      ),
    read: (range, openFile) =>
      Readable.from(readSegments(cut(range), openFile), { objectMode: false }),
  }
}

async function* readSegments<T extends ZipFile>(
  parts: { segment: Segment<T>; range: ByteRange }[],
  openFile: OpenFile<T>,
): AsyncGenerator<Buffer> {
  for (const { segment, range } of parts)
    if ('records' in segment) yield segment.records.subarray(range.start, range.end + 1)
    else yield* readFilePart(segment.file, range, openFile)
}

/** Reads a part of a file. @throws Error if it has another number of bytes, which would make the archive unreadable */
async function* readFilePart<T extends ZipFile>(
  file: T,
  range: ByteRange,
  openFile: OpenFile<T>,
): AsyncGenerator<Buffer> {
  let missingBytes = range.end - range.start + 1
  for await (const chunk of (await openFile(file, range)) as AsyncIterable<Buffer>) {
    missingBytes -= chunk.length
    if (missingBytes < 0) break
    yield chunk
  }
  if (missingBytes !== 0) throw new Error(`${file.name} has another size than was planned`)
}
