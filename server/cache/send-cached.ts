import Negotiator from 'negotiator'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, recompress } from './compression.ts'
import type { CacheEntry } from './response-cache.ts'

/**
 * Sends a cached response, or 304 if the client already has the same version. Browsers must revalidate before each use
 * (`no-cache`), and shared caches must not store the response (`private`).
 */
export function sendCachedResponse(
  entry: CacheEntry,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const encoding = chooseEncoding(entry, request)
  const headers = buildCacheHeaders(entry, encoding)
  reply.code(entry.status).headers(headers)
  if (matches(request.headers['if-none-match'], headers['etag']))
    return reply.code(304).removeHeader('content-encoding').send()
  if (encoding === entry.encoding) return reply.send(entry.body)
  return recompress(entry.body, encoding).then(body => reply.send(body))
}

/** Returns the headers of a response that is sent from a cache entry in the given encoding. */
export function buildCacheHeaders(entry: CacheEntry, encoding: Encoding): Record<string, string> {
  return {
    ...entry.headers,
    vary: 'Accept-Encoding, Accept-Language, Cookie',
    ...(entry.tags === undefined
      ? { 'cache-control': 'no-store' }
      : { 'cache-control': 'private, no-cache', etag: `"${entry.digest}-${encoding}"` }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
}

/** Returns the encoding with the smallest result among those that the client accepts. */
export function chooseEncoding(
  entry: CacheEntry,
  request: { headers: IncomingHttpHeaders },
): Encoding {
  if (entry.encoding === 'identity') return 'identity'
  const accepted = new Negotiator(request).encodings(['br', 'gzip'])
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

/**
 * Tells whether an `If-None-Match` header names this entity tag. A proxy that changed the bytes marks the tag as weak
 * (`W/`); the mark is ignored.
 */
function matches(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (etag === undefined) return false
  return ifNoneMatch?.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag) ?? false
}
