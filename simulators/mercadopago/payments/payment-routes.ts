import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBadRequestError, createNotFoundError } from '../errors.ts'
import { requireAccessToken } from '../oauth/access-token.ts'
import type { Payment } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'
import { cancelPayment } from './change-payment.ts'
import { isPaymentReadableBy, searchPayments } from './search-payments.ts'

/** Registers the routes that read, search and cancel payments. Source: MercadoPago's documentation of payments. */
export function registerPaymentRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get<{ Querystring: Record<string, string | undefined> }>('/v1/payments/search', request => {
    const { userId } = requireAccessToken(context, request)
    return searchPayments(context, userId, request.query)
  })
  app.get('/v1/payments/:id', request => findOwnPayment(context, request))
  app.put('/v1/payments/:id', request => cancelByCollector(context, request))
  app.put('/v1/payments/:id/cancellations', request => cancelByCollector(context, request))
}

/**
 * Finds the payment that the path of a request names, if the payment belongs to the seller of the access token.
 * @throws ProviderError with 401 if there is no valid token; with 400 if the id is not a number; with 404 if the
 * payment does not exist or belongs to another seller
 */
export function findOwnPayment(context: SimulatorContext, request: FastifyRequest): Payment {
  const { userId } = requireAccessToken(context, request)
  const { id } = request.params as { id: string }
  if (!/^\d+$/.test(id)) throw createBadRequestError('payment_id must be a number', 1)
  const stored = context.store.get('payments', id)
  if (!stored || !isPaymentReadableBy(stored, userId))
    throw createNotFoundError('Payment not found', 2000)
  return stored.payment
}

function cancelByCollector(context: SimulatorContext, request: FastifyRequest): Payment {
  const payment = findOwnPayment(context, request)
  const { status } = (request.body ?? {}) as { status?: unknown }
  if (status !== 'cancelled') throw createBadRequestError('status: only cancelled is supported', 1)
  return cancelPayment(context, payment, 'by_collector')
}
