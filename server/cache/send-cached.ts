import { promisify } from 'node:util'
import { brotliDecompress, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CacheEntry } from './response-cache.ts'

const unbrotli = promisify(brotliDecompress)
const gzipped = promisify(gzip)

/**
 * Sends a cached response, or 304 if the client already has the same version. Browsers must revalidate before each use
 * (`no-cache`), and shared caches must not store the response (`private`).
 */
export function sendCachedResponse(
  entry: CacheEntry,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  reply.code(entry.status).headers(entry.headers).header('vary', 'Accept-Encoding, Cookie')
  if (entry.tags === undefined) return reply.header('cache-control', 'no-store').send(entry.body)
  const encoding = entry.encoding === 'br' ? bestEncoding(request) : 'identity'
  const etag = `"${entry.digest}-${encoding}"`
  reply.header('cache-control', 'private, no-cache').header('etag', etag)
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  if (encoding === entry.encoding) return reply.send(entry.body)
  return recompress(entry.body, encoding).then(body => reply.send(body))
}

type Encoding = 'br' | 'gzip' | 'identity'

/** Returns the encoding with the smallest result among those that the client accepts. */
function bestEncoding(request: FastifyRequest): Encoding {
  const accepted = new Negotiator(request).encodings(['br', 'gzip'])
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

/**
 * Recompresses a stored body for a client that does not accept Brotli. Such clients are rare, so the recompressed body
 * is not stored.
 */
async function recompress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const plain = await unbrotli(body)
  return encoding === 'gzip' ? gzipped(plain) : plain
}

/**
 * Tells whether an `If-None-Match` header names this entity tag. A proxy that changed the bytes marks the tag as weak
 * (`W/`); the mark is ignored.
 */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag) ?? false
}
