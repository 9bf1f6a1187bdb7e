import type { ByteSource } from '#server/integrations/storage/byte-source.ts'

/** Readers of PDF look for its header in this many bytes at the start. Source: ISO 32000-1, implementation note 13. */
const PDF_HEADER_WITHIN = 1024
const PDF_HEADER = /%PDF-\d|%!PS-Adobe-\d\.\d PDF-\d/

/** The end of a zip archive stands in this many bytes: its record of 22 bytes and a comment. */
const ZIP_END_WITHIN = 22 + 65_535
const ZIP_END = Buffer.from('504b0506', 'hex')
const ZIP_END_BYTES = 22

/** The number of bytes after the tags of an MP3 in which its first frame is looked for. Players skip what is there. */
const MP3_FRAME_WITHIN = 128 * 1024
/** The number of frames in a row by which MP3 is recognized, as the mark of a frame also occurs by chance. */
const MP3_FRAMES = 3
/** The maximum number of ID3 tags at the start of a file. */
const MP3_TAGS = 8
const ID3_HEADER_BYTES = 10

/** Returns whether a file has a PDF header where readers look for it: also after blank lines or a byte order mark. */
export async function hasPdfHeader(file: ByteSource): Promise<boolean> {
  return PDF_HEADER.test((await file.read(0, PDF_HEADER_WITHIN)).toString('latin1'))
}

/**
 * Returns whether a file ends like a zip archive, whose start programs do not look at: it can be an unpacking program.
 */
export async function hasZipEnd(file: ByteSource): Promise<boolean> {
  const start = Math.max(file.sizeBytes - ZIP_END_WITHIN, 0)
  const end = await file.read(start, file.sizeBytes - start)
  for (let at = end.lastIndexOf(ZIP_END); at >= 0; at = end.lastIndexOf(ZIP_END, at - 1)) {
    if (at + ZIP_END_BYTES <= end.length) {
      const commentBytes = end.readUInt16LE(at + 20)
      const directoryEnd = end.readUInt32LE(at + 12) + end.readUInt32LE(at + 16)
      if (at + ZIP_END_BYTES + commentBytes <= end.length && directoryEnd <= start + at) return true
    }
    if (at === 0) return false
  }
  return false
}

/** Returns whether a file has a WAVE header of the kinds that `file-type` does not know: big-endian, or of 64 bits. */
export async function hasWaveHeader(file: ByteSource): Promise<boolean> {
  return /^(RIFF|RIFX|RF64|BW64)[^]{4}WAVE/.test((await file.read(0, 12)).toString('latin1'))
}

/** Returns whether a file is MP3: after any ID3 tags and padding it has some frames in a row. */
export async function hasMp3Frames(file: ByteSource): Promise<boolean> {
  let start = 0
  for (let tag = 0; tag < MP3_TAGS; tag += 1) {
    const header = await file.read(start, ID3_HEADER_BYTES)
    if (header.length < ID3_HEADER_BYTES || header.toString('latin1', 0, 3) !== 'ID3') break
    // The size has seven bits in each byte and leaves out the header.
    const size = header.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
    start += ID3_HEADER_BYTES + size
  }
  const bytes = await file.read(start, MP3_FRAME_WITHIN)
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (countFrames(bytes, at) >= MP3_FRAMES) return true
  return false
}

/** Bit rates in kbit/s of layer III, by the index in a frame's header. Source: ISO 11172-3 and ISO 13818-3. */
const BIT_RATES = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const SAMPLE_RATES = [44_100, 48_000, 32_000]

/** Counts the frames of layer III that follow each other from a position on, up to the number that is needed. */
function countFrames(bytes: Buffer, position: number): number {
  let at = position
  let count = 0
  while (count < MP3_FRAMES) {
    const length = readFrameLength(bytes, at)
    if (length === undefined) return count
    at += length
    count += 1
    // A short recording has fewer frames.
    if (at >= bytes.length) return bytes.length < MP3_FRAME_WITHIN ? MP3_FRAMES : count
  }
  return count
}

function readFrameLength(bytes: Buffer, at: number): number | undefined {
  if (at + 4 > bytes.length) return undefined
  const [first, second, third] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!]
  const version = (second >> 3) & 3
  const isLayer3 = ((second >> 1) & 3) === 1
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || version === 1 || !isLayer3) return undefined
  const isMpeg1 = version === 3
  const bitRate = (isMpeg1 ? BIT_RATES.mpeg1 : BIT_RATES.mpeg2)[third >> 4]
  const baseRate = SAMPLE_RATES[(third >> 2) & 3]
  if (!bitRate || !baseRate) return undefined
  const sampleRate = baseRate / { 3: 1, 2: 2, 0: 4 }[version as 3 | 2 | 0]
  const padding = (third >> 1) & 1
  return Math.floor(((isMpeg1 ? 144_000 : 72_000) * bitRate) / sampleRate) + padding
}
