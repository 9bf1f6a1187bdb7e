import { MPEGDecoder } from 'mpg123-decoder'
import { createMp3Encoder } from 'wasm-media-encoders'
import { SAMPLE_LIMITS } from '#contract/files/sample-rules.ts'
import type { CutterOutput } from './cutter.ts'
import { countSampleSeconds } from '#contract/files/sample-rules.ts'

/** The seconds that are decoded at most: when so many are known to follow, a sample has its full length. */
const DECODED_SECONDS = SAMPLE_LIMITS.seconds * SAMPLE_LIMITS.secondsPerSampleSecond
const FADE_IN_SECONDS = 1
const FADE_OUT_SECONDS = 3
/** The encoder adds up to four frames of silence, which count to the length of the sample. */
const ADDED_SAMPLES = 4 * 1152

/** The highest bitrate of MP3 in bytes a second. */
const MAX_BYTES_PER_SECOND = 320_000 / 8
/**
 * A file is not audio if less than this part of its bytes can be decoded, even at the highest bitrate: in any bytes the
 * decoder finds something that looks like a frame.
 */
const MIN_DECODED_PART = 0.5

/** Audio in two channels of values from -1 to 1. */
interface Audio {
  channels: [Float32Array, Float32Array]
  sampleRate: number
  /** How many seconds were decoded, which can be more than the channels have. */
  seconds: number
}

/**
 * Cuts the sample of an MP3 file: decodes its beginning, fades it in and out, and encodes it again. The server does
 * this in a process of its own.
 * @param input the file from its beginning, of which no more is read than is decoded
 */
export async function cutMp3(input: AsyncIterable<Buffer>): Promise<CutterOutput> {
  const audio = await decode(input)
  if (!audio) return { refusal: 'unreadable' }
  const wanted = countSampleSeconds(audio.seconds)
  if (wanted === 0) return { refusal: 'too_short' }
  const length = Math.floor(wanted * audio.sampleRate) - ADDED_SAMPLES
  const channels = audio.channels.map(channel => channel.subarray(0, length))
  for (const channel of channels) fade(channel, audio.sampleRate)
  const bytes = await encode(channels, audio.sampleRate)
  return { base64: bytes.toString('base64'), length: Math.floor(wanted) }
}

/** Decodes the beginning of the input; returns undefined if it is no audio. */
async function decode(input: AsyncIterable<Buffer>): Promise<Audio | undefined> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  const parts: [Float32Array, Float32Array][] = []
  let [sampleRate, decoded, kept, bytes] = [0, 0, 0, 0]
  for await (const piece of splitAudio(input)) {
    bytes += piece.length
    const { channelData, samplesDecoded, sampleRate: rate } = decoder.decode(piece)
    if (samplesDecoded === 0) continue
    if (sampleRate === 0) sampleRate = rate
    // The header of a damaged frame can name another rate.
    if (rate !== sampleRate) continue
    decoded += samplesDecoded
    const [left, right = left] = channelData
    if (kept < SAMPLE_LIMITS.seconds * sampleRate && left && right) {
      parts.push([left, right])
      kept += samplesDecoded
    }
    if (decoded >= DECODED_SECONDS * sampleRate) break
  }
  if (sampleRate === 0) return undefined
  const seconds = decoded / sampleRate
  if (seconds * MAX_BYTES_PER_SECOND < bytes * MIN_DECODED_PART) return undefined
  const join = (channel: 0 | 1) => {
    const joined = new Float32Array(kept)
    let offset = 0
    for (const part of parts) {
      joined.set(part[channel], offset)
      offset += part[channel].length
    }
    return joined
  }
  return { channels: [join(0), join(1)], sampleRate, seconds }
}

/** The bytes that are decoded at once: less than a second of audio. */
const PIECE_BYTES = 4096

async function* splitAudio(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of skipTags(input))
    for (let start = 0; start < chunk.length; start += PIECE_BYTES)
      yield chunk.subarray(start, start + PIECE_BYTES)
}

const TAG_HEADER_BYTES = 10

/**
 * Skips the ID3v2 tags at the beginning of a file, which can have pictures of any size. Source: ID3v2.4, section 3.1.
 */
async function* skipTags(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  let skip = 0
  let isInAudio = false
  for await (const chunk of input) {
    if (isInAudio) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    for (;;) {
      const skipped = Math.min(skip, head.length)
      head = head.subarray(skipped)
      skip -= skipped
      if (skip > 0 || head.length < TAG_HEADER_BYTES) break
      const tagBytes = readTagBytes(head)
      if (tagBytes === 0) {
        isInAudio = true
        yield head
        break
      }
      skip = tagBytes
    }
  }
}

/** Returns the size in bytes of the tag that begins here; 0 if none does. */
function readTagBytes(head: Buffer): number {
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  const sizes = head.subarray(6, TAG_HEADER_BYTES)
  const size = sizes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  const hasFooter = (head[5]! & 0x10) !== 0
  return TAG_HEADER_BYTES + size + (hasFooter ? TAG_HEADER_BYTES : 0)
}

/** Fades a channel in and out, in place. */
function fade(channel: Float32Array, sampleRate: number): void {
  const fadeIn = FADE_IN_SECONDS * sampleRate
  const fadeOut = FADE_OUT_SECONDS * sampleRate
  for (let index = 0; index < channel.length; index += 1) {
    const left = channel.length - 1 - index
    channel[index]! *= Math.min(1, index / fadeIn, left / fadeOut)
  }
}

/** Encodes channels at a constant bitrate, from which browsers tell the duration before they have the whole file. */
async function encode(channels: readonly Float32Array[], sampleRate: number): Promise<Buffer> {
  const [left, right] = channels as [Float32Array, Float32Array]
  const isMono = left.every((value, index) => value === right[index])
  const encoder = await createMp3Encoder()
  encoder.configure({
    sampleRate,
    channels: isMono ? 1 : 2,
    bitrate: chooseBitrate(sampleRate, isMono),
  })
  const parts: Buffer[] = []
  // The encoder keeps what it returns until its next call.
  for (let start = 0; start < left.length; start += sampleRate)
    parts.push(
      Buffer.from(
        encoder.encode(
          (isMono ? [left] : [left, right]).map(channel =>
            channel.subarray(start, start + sampleRate),
          ),
        ),
      ),
    )
  parts.push(Buffer.from(encoder.finalize()))
  return Buffer.concat(parts)
}

/** Returns a bitrate in kilobits a second that the version of MP3 for a sample rate has. */
function chooseBitrate(sampleRate: number, isMono: boolean) {
  if (sampleRate >= 32_000) return isMono ? 96 : 128
  if (sampleRate >= 16_000) return isMono ? 64 : 96
  return isMono ? 32 : 64
}
