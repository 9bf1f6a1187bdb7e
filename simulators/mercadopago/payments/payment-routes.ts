import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, notFound } from '../errors.ts'
import { authorized } from '../oauth/access.ts'
import type { Payment } from '../state/model.ts'
import type { World } from '../world.ts'
import { cancel } from './change-payment.ts'
import { isReadableBy, searchPayments } from './search-payments.ts'

/** Reading, finding and cancelling payments. Source: MercadoPago's facts, payment. */
export function mountPayments(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: Record<string, string | undefined> }>('/v1/payments/search', request => {
    const { userId } = authorized(world, request)
    return searchPayments(world, userId, request.query)
  })
  app.get('/v1/payments/:id', request => ownPayment(world, request))
  app.put('/v1/payments/:id', request => cancelByCollector(world, request))
  app.put('/v1/payments/:id/cancellations', request => cancelByCollector(world, request))
}

/**
 * The payment a path names, if it belongs to the seller whose token this is.
 * @throws ProviderError 401, 400 for an id that is no number, 404 also for another seller's payment
 */
export function ownPayment(world: World, request: FastifyRequest): Payment {
  const { userId } = authorized(world, request)
  const { id } = request.params as { id: string }
  if (!/^\d+$/.test(id)) throw badRequest('payment_id must be a number', 1)
  const stored = world.store.get('payments', id)
  if (!stored || !isReadableBy(stored, userId)) throw notFound('Payment not found', 2000)
  return stored.payment
}

function cancelByCollector(world: World, request: FastifyRequest): Payment {
  const payment = ownPayment(world, request)
  const { status } = (request.body ?? {}) as { status?: unknown }
  if (status !== 'cancelled') throw badRequest('status: only cancelled is supported', 1)
  return cancel(world, payment, 'by_collector')
}
