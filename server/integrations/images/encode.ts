import { createReadStream } from 'node:fs'
import * as z from 'zod/mini'
import { ContentProcessError, programUrl, runContentProcess } from '../content-process.ts'

/**
 * A cover takes about 1.5 s and 240 MB, a progressive JPEG of 50 million pixels 370 MB. The rest is for other images
 * and a busy machine.
 */
const ENCODER_LIMITS = { heapMb: 96, memoryMb: 512, ms: 30_000 }

const ENCODER = programUrl('encode-image')

/** What an uploaded image is for. */
export type ImageKind = 'cover' | 'avatar'

/** Why an image is refused. `heic` is the type of the photos of iPhones, which needs a licence to be read. */
const ImageProblem = z.enum(['type', 'heic', 'too_many_pixels', 'cut_off', 'undecodable'])
export type ImageProblem = z.infer<typeof ImageProblem>

/** What the encoder writes: the encoded files, or why it does not accept the image. */
const EncoderOutput = z.union([
  z.object({ problem: ImageProblem, detail: z.string() }),
  z.object({ files: z.array(z.object({ name: z.string(), base64: z.base64() })) }),
])
export type EncoderOutput = z.infer<typeof EncoderOutput>

/** An encoded image in one width and one format. `name` is the file name after the image key. */
export interface EncodedImage {
  name: string
  bytes: Buffer
}

/** Thrown if the upload is not of an accepted image type, if it cannot be decoded, or if that costs too much. */
export class InvalidImageError extends Error {
  readonly problem: ImageProblem
  constructor(problem: ImageProblem, detail: string, cause?: unknown) {
    super(detail, { cause })
    this.problem = problem
    this.name = 'InvalidImageError'
  }
}

/**
 * Encodes an uploaded cover as WebP and AVIF in three widths. The images are rotated upright and have no metadata. One
 * that is more than twice as high as wide becomes narrower than these widths.
 * @throws InvalidImageError if the upload is not a valid image
 */
export const encodeCover = (path: string): Promise<EncodedImage[]> => encode(path, 'cover')

/**
 * Encodes an uploaded profile picture as WebP and AVIF, cropped to the square in its center.
 * @throws InvalidImageError if the upload is not a valid image
 */
export const encodeAvatar = (path: string): Promise<EncodedImage[]> => encode(path, 'avatar')

/** Encodes an image in a process of its own, whose start takes about 0.2 s. */
async function encode(path: string, kind: ImageKind): Promise<EncodedImage[]> {
  const program = { file: ENCODER, args: [kind], hasNativeCode: true }
  const json = await runContentProcess(program, createReadStream(path), ENCODER_LIMITS).catch(
    error => {
      // An encoder that ends with an exit code has met no image but a fault of its own, such as a missing library.
      if (!(error instanceof ContentProcessError) || error.exitCode !== null) throw error
      throw new InvalidImageError('undecodable', error.message, error)
    },
  )
  const output = EncoderOutput.parse(JSON.parse(json.toString()))
  if ('problem' in output) throw new InvalidImageError(output.problem, output.detail)
  return output.files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') }))
}
