import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotencyKeyConflict } from '../errors.ts'
import { requireAccessToken } from '../oauth/access-token.ts'
import type { SimulatorContext } from '../context.ts'

/** How long an X-Idempotency-Key is remembered. Source: MercadoPago's facts, simulator. */
const KEY_LIFE_MS = 24 * 3_600_000

/**
 * Does the work of a request once for each X-Idempotency-Key: a repetition gets the first answer.
 * Refusals are not kept, so that a corrected request may use the key again.
 * @throws ProviderError 409 when the key comes with another body within 24 hours
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
  const kept = store.get('answers', key)
  if (kept && kept.at > now() - KEY_LIFE_MS) {
    if (kept.bodyHash !== bodyHash) throw idempotencyKeyConflict()
    return reply.code(kept.status).send(kept.body)
  }
  const { status, body } = work()
  store.put('answers', key, { bodyHash, status, body, at: now() })
  return reply.code(status).send(body)
}
