import type { FastifyInstance } from 'fastify'
import { createBadRequestError, createNotFoundError } from '../errors.ts'
import { requireAccessToken } from '../oauth/access-token.ts'
import { replyIdempotently } from '../state/idempotency.ts'
import type { SimulatorContext } from '../context.ts'
import { refundPayment } from './change-payment.ts'
import { findOwnPayment } from './payment-routes.ts'

/** Registers the routes that create, list and read refunds. Source: MercadoPago's documentation of refunds. */
export function registerRefundRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.post('/v1/payments/:id/refunds', (request, reply) => {
    requireAccessToken(context, request)
    if (!request.headers['x-idempotency-key'])
      throw createBadRequestError("Header-X-Idempotency-Key-can't-be-null", 4292)
    return replyIdempotently(context, request, reply, () => {
      const { amount } = (request.body ?? {}) as { amount?: unknown }
      if (amount !== undefined && amount !== null && typeof amount !== 'number')
        throw createBadRequestError('The amount must be a number', 4041)
      const { refund } = refundPayment(context, findOwnPayment(context, request), {
        amount: amount ?? undefined,
        by: 'collector',
        status: context.refundStatus,
      })
      return { status: 201, body: refund }
    })
  })

  app.get('/v1/payments/:id/refunds', request => findOwnPayment(context, request).refunds)

  app.get<{ Params: { refundId: string } }>('/v1/payments/:id/refunds/:refundId', request => {
    const refundId = request.params.refundId
    const refund = findOwnPayment(context, request).refunds.find(
      ({ id }) => String(id) === refundId,
    )
    if (!refund) throw createNotFoundError('Refund not found', 2002)
    return refund
  })
}
