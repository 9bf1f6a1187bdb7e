import { sum } from '#contract/core/sum.ts'

/**
 * The records of a ZIP archive whose files are stored without compression. Source: APPNOTE.TXT 6.3.10 of PKWARE; the
 * number of its section stands beside each record.
 */

/** A stored file, as the records describe it. */
export interface ZipFileRecord {
  /** The path inside the archive, with slashes between folders. At most 65,535 bytes. */
  name: string
  sizeBytes: number
  /** The CRC-32 of the content, as an unsigned number. */
  crc32: number
  modifiedAt: Date
}

/** The value of a field of 4 bytes whose number stands in a ZIP64 field instead. */
const IN_ZIP64 = 0xffff_ffff
/** The same for a field of 2 bytes. */
const SHORT_IN_ZIP64 = 0xffff

/** ZIP 2.0 for folders, and 4.5 for ZIP64. */
const VERSION = 20
const VERSION_ZIP64 = 45
/** The archive was made on Unix, so that the attributes of its files are those of Unix. */
const MADE_BY = (3 << 8) | VERSION_ZIP64
const UTF8_NAMES = 1 << 11
const STORED = 0
/** A regular file that its owner reads and writes, and everybody else reads. */
const FILE_ATTRIBUTES = (0o100_644 << 16) >>> 0

/** A field of a record: its size in bytes, and its unsigned value. */
type Field = readonly [bytes: 2 | 4 | 8, value: number]

function encode(...fields: Field[]): Buffer {
  const buffer = Buffer.alloc(sum(fields.map(([bytes]) => bytes)))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

/** The header in front of a file's content. Section 4.3.7. */
export function encodeLocalHeader(file: ZipFileRecord): Buffer {
  const isLarge = file.sizeBytes >= IN_ZIP64
  const name = Buffer.from(file.name)
  const extra = Buffer.concat([
    encodeZip64Field(isLarge ? [file.sizeBytes, file.sizeBytes] : []),
    encodeTimeField(file.modifiedAt),
  ])
  return Buffer.concat([
    encode([4, 0x0403_4b50], [2, isLarge ? VERSION_ZIP64 : VERSION]),
    encodeCommonFields(file, name, extra),
    name,
    extra,
  ])
}

/**
 * The header of a file in the central directory, at the end of the archive. Section 4.3.12.
 * @param offset the position of the file's local header
 */
export function encodeCentralHeader(file: ZipFileRecord, offset: number): Buffer {
  const isLarge = file.sizeBytes >= IN_ZIP64
  const isFar = offset >= IN_ZIP64
  const name = Buffer.from(file.name)
  const extra = Buffer.concat([
    encodeZip64Field([
      ...(isLarge ? [file.sizeBytes, file.sizeBytes] : []),
      ...(isFar ? [offset] : []),
    ]),
    encodeTimeField(file.modifiedAt),
  ])
  return Buffer.concat([
    encode([4, 0x0201_4b50], [2, MADE_BY], [2, isLarge || isFar ? VERSION_ZIP64 : VERSION]),
    encodeCommonFields(file, name, extra),
    // No comment, the first disk, no internal attributes.
    encode([2, 0], [2, 0], [2, 0], [4, FILE_ATTRIBUTES], [4, isFar ? IN_ZIP64 : offset]),
    name,
    extra,
  ])
}

/** The fields that the local header and the central header of a file have in common, after the version. */
function encodeCommonFields(file: ZipFileRecord, name: Buffer, extra: Buffer): Buffer {
  const { time, date } = toDosTime(file.modifiedAt)
  const size = Math.min(file.sizeBytes, IN_ZIP64)
  return encode(
    [2, UTF8_NAMES],
    [2, STORED],
    [2, time],
    [2, date],
    [4, file.crc32],
    // A stored file has the same size twice, with and without compression.
    [4, size],
    [4, size],
    [2, name.length],
    [2, extra.length],
  )
}

/** The field with the sizes and the offset that do not fit into 4 bytes; empty if all do. Section 4.5.3. */
function encodeZip64Field(values: number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  return encode([2, 0x0001], [2, values.length * 8], ...values.map(value => [8, value] as const))
}

/**
 * The field with the time of the last change in UTC, which programs prefer to the time of DOS, of which nobody knows
 * the zone. Section 4.6.1, and `proginfo/extrafld.txt` of Info-ZIP.
 */
function encodeTimeField(modifiedAt: Date): Buffer {
  const seconds = Math.floor(modifiedAt.getTime() / 1000)
  // The number is signed in the field and ends in 2038, so that a later time is left to the other fields.
  if (seconds < 0 || seconds > 0x7fff_ffff) return Buffer.alloc(0)
  const hasChangeTime = Buffer.from([1])
  return Buffer.concat([encode([2, 0x5455], [2, 5]), hasChangeTime, encode([4, seconds])])
}

/** Returns a time as two numbers of 16 bits, in UTC: it begins in 1980 and counts every other second. Section 4.4.6. */
function toDosTime(at: Date): { time: number; date: number } {
  const year = at.getUTCFullYear() - 1980
  if (year < 0) return { time: 0, date: (1 << 5) | 1 }
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: (Math.min(year, 127) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

/**
 * The records after the central directory, with those of ZIP64 if its size or its place does not fit into 4 bytes.
 * Sections 4.3.14 to 4.3.16.
 */
export function encodeEnd(directory: { files: number; offset: number; bytes: number }): Buffer {
  const { files, offset, bytes } = directory
  const end = encode(
    [4, 0x0605_4b50],
    // The archive is on one disk.
    [2, 0],
    [2, 0],
    [2, Math.min(files, SHORT_IN_ZIP64)],
    [2, Math.min(files, SHORT_IN_ZIP64)],
    [4, Math.min(bytes, IN_ZIP64)],
    [4, Math.min(offset, IN_ZIP64)],
    // No comment.
    [2, 0],
  )
  if (files < SHORT_IN_ZIP64 && bytes < IN_ZIP64 && offset < IN_ZIP64) return end
  const zip64End = encode(
    [4, 0x0606_4b50],
    // The bytes of this record after this field.
    [8, 44],
    [2, MADE_BY],
    [2, VERSION_ZIP64],
    [4, 0],
    [4, 0],
    [8, files],
    [8, files],
    [8, bytes],
    [8, offset],
  )
  const locator = encode([4, 0x0706_4b50], [4, 0], [8, offset + bytes], [4, 1])
  return Buffer.concat([zip64End, locator, end])
}
