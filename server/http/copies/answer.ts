import type { FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding } from './encoding.ts'
import type { Copies, Copy } from './store.ts'

/**
 * Answers with a copy in the encoding the client takes, or with 304 and the same headers where it has it
 * already. The browser asks every time; no cache between may keep it.
 */
export async function answerWith(
  copies: Copies,
  copy: Copy,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // What is not kept is not worth compressing: it is read once. Pictures are small already.
  const isSmall = copy.headers['content-type']?.startsWith('image/')
  const encoding =
    copy.tags && !isSmall ? bestEncoding(request.headers['accept-encoding']) : 'identity'
  const etag = `"${copy.digest}-${encoding}"`
  reply.code(copy.status).headers(copy.headers)
  if (copy.tags === undefined) reply.header('cache-control', 'no-store')
  else {
    reply.header('cache-control', 'private, no-cache')
    reply.header('etag', etag)
  }
  reply.header('vary', 'Accept-Encoding, Cookie')
  if (copy.tags && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const bytes = copy.encoded.get(encoding) ?? (await copies.encode(copy, encoding))
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

/** A proxy that touched the bytes makes the tag a weak one. */
function isKnown(held: string | undefined, etag: string): boolean {
  return held?.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag) ?? false
}
