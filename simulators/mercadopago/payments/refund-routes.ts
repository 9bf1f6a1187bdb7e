import type { FastifyInstance } from 'fastify'
import { badRequest, notFound } from '../errors.ts'
import { authorized } from '../oauth/access.ts'
import { answerOnce } from '../state/answer-once.ts'
import type { World } from '../world.ts'
import { refund } from './change-payment.ts'
import { ownPayment } from './payment-routes.ts'

/** Refunds by the seller. Source: MercadoPago's facts, refunds. */
export function mountRefunds(app: FastifyInstance, world: World): void {
  app.post('/v1/payments/:id/refunds', (request, reply) => {
    authorized(world, request)
    if (!request.headers['x-idempotency-key'])
      throw badRequest("Header-X-Idempotency-Key-can't-be-null", 4292)
    return answerOnce(world, request, reply, () => {
      const { amount } = (request.body ?? {}) as { amount?: unknown }
      if (amount !== undefined && amount !== null && typeof amount !== 'number')
        throw badRequest('The amount must be a number', 4041)
      const made = refund(world, ownPayment(world, request), {
        amount: amount ?? undefined,
        by: 'collector',
      })
      return { status: 201, body: made.refund }
    })
  })

  app.get('/v1/payments/:id/refunds', request => ownPayment(world, request).refunds)

  app.get<{ Params: { refundId: string } }>('/v1/payments/:id/refunds/:refundId', request => {
    const wanted = request.params.refundId
    const found = ownPayment(world, request).refunds.find(({ id }) => String(id) === wanted)
    if (!found) throw notFound('Refund not found', 2002)
    return found
  })
}
