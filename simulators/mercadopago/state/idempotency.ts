import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createIdempotencyConflictError } from '../errors.ts'
import { requireAccessToken } from '../oauth/access-token.ts'
import type { SimulatorContext } from '../context.ts'

/**
 * The time in milliseconds for which an X-Idempotency-Key is stored: 24 hours.
 * Source: MercadoPago's documentation.
 */
const KEY_LIFE_MS = 24 * 3_600_000

/**
 * Runs `work` once per X-Idempotency-Key; a repeated request gets the stored reply. Errors are not stored, so that a
 * corrected request can use the same key.
 * @throws ProviderError with 409 if the key was used with another body within 24 hours
 */
export function replyIdempotently(
  context: SimulatorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => { status: number; body: object },
): FastifyReply {
  const { store, now } = context
  const header = request.headers['x-idempotency-key']
  if (typeof header !== 'string' || header === '') {
    const { status, body } = work()
    return reply.code(status).send(body)
  }
  const { userId } = requireAccessToken(context, request)
  const path = request.url.split('?')[0]!.replace(/\/$/, '')
  const key = `${userId} ${request.method} ${path} ${header}`
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(request.body ?? {}))
    .digest('hex')
  const storedReply = store.get('answers', key)
  if (storedReply && storedReply.at > now() - KEY_LIFE_MS) {
    if (storedReply.bodyHash !== bodyHash) throw createIdempotencyConflictError()
    return reply.code(storedReply.status).send(storedReply.body)
  }
  const { status, body } = work()
  store.put('answers', key, { bodyHash, status, body, at: now() })
  return reply.code(status).send(body)
}
