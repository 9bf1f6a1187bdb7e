import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Spellings } from './spellings.ts'
import type { Copy } from './store.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A body as it goes over the line. */
export interface Encoded {
  /**
   * What is small goes as a text, in one piece with its head. All else stays outside of the heap: large texts by the
   * thousand would be moved about at every collection.
   */
  body: Buffer | string
  /** Of the body. */
  bytes: number
  /** The head it was answered with, names and values in turn, as `writeHead` takes them quickest (door.ts). */
  head: string[] | undefined
}

/** Less than that fits in one packet anyway. */
export const WORTH_BYTES = 1000

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** About what a page's making costs; the last percents of size cost ten times as much. */
const BROTLI_QUALITY = 5

/** The best encoding a client takes, by its Accept-Encoding. */
export function bestEncoding(accepts: string | undefined): Encoding {
  if (!accepts) return 'identity'
  return wishes.meaning(accepts, () => {
    if (takes(accepts, 'br')) return 'br'
    return takes(accepts, 'gzip') ? 'gzip' : 'identity'
  })
}

const wishes = new Spellings<Encoding>()

/** Pictures are small already; what is not kept is not worth compressing, for it is read once. */
export function encodingFor(
  { tags, headers, encoded }: Pick<Copy, 'tags' | 'headers' | 'encoded'>,
  { 'accept-encoding': accepts }: IncomingHttpHeaders,
): Encoding {
  const isWorthIt =
    tags !== undefined &&
    encoded.identity.bytes >= WORTH_BYTES &&
    !headers['content-type']?.startsWith('image/')
  return isWorthIt ? bestEncoding(accepts) : 'identity'
}

function takes(accepts: string, name: string): boolean {
  for (const part of accepts.split(',')) {
    const [coding = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    if (coding === name) return !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
  }
  return false
}

/** In a thread of its own. */
export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      })
    case 'gzip':
      return gzipped(bytes)
    case 'identity':
      return Promise.resolve(bytes)
  }
}
