import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from './encoding.ts'
import type { Copies, Copy } from './store.ts'

/**
 * Answers with a copy in the encoding the client takes, or with 304 and the same headers where it has it
 * already. The browser asks every time; no cache between may keep it.
 * @returns a promise only where there is something to wait for
 */
export function answerWith(
  copies: Copies,
  copy: Copy,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> | undefined {
  const encoding = encodingFor(copy, request.headers)
  const etag = `"${copy.digest}-${encoding}"`
  reply.code(copy.status).headers(copy.headers)
  reply.header('vary', 'Accept-Encoding, Cookie')
  if (copy.tags === undefined) {
    reply.header('cache-control', 'no-store').send(copy.encoded.identity.body)
    return undefined
  }
  reply.header('cache-control', 'private, no-cache')
  reply.header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) {
    reply.code(304).send()
    return undefined
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const encoded = copy.encoded[encoding]
  if (!encoded) return copies.encode(copy, encoding).then(fresh => reply.send(fresh.body))
  if (copy.isAskedAgain) request.answeredFrom = { copy, encoded }
  reply.send(encoded.body)
  return undefined
}

/** A proxy that touched the bytes makes the tag a weak one. */
function isKnown(held: string | undefined, etag: string): boolean {
  return held?.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag) ?? false
}
