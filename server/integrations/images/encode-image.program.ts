import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { ImageKind } from './encode.ts'
import { encodeImage } from './encode-image.ts'

/** Encodes the image at the standard input as the kind that the argument names, and writes an `EncoderOutput`. */

sharp.cache(false)
sharp.concurrency(1)
const output = await encodeImage(await buffer(process.stdin), process.argv[2] as ImageKind)
process.stdout.write(JSON.stringify(output), () => process.exit())
