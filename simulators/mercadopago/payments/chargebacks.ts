import type { FastifyInstance } from 'fastify'
import { createBadRequestError, createNotFoundError } from '../errors.ts'
import { requireAccessToken } from '../oauth/access-token.ts'
import { formatProviderDate } from '../country-settings.ts'
import type { Chargeback, Payment } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'
import { publishChargebackEvent } from './payment-events.ts'
import { assertPaymentStatus, savePayment } from './change-payment.ts'

/** The time in milliseconds that the seller has to send documents about a chargeback: ten days. */
const DOCUMENTATION_MS = 10 * 86_400_000

/** Opens a chargeback: the bank of the buyer's card takes the money back until the chargeback is decided. */
export function openChargeback(context: SimulatorContext, payment: Payment): Payment {
  const { store, site, ids, now } = context
  assertPaymentStatus(payment, ['approved', 'in_mediation'])
  const date = formatProviderDate(site, now())
  const chargeback: Chargeback = {
    id: String(ids.chargeback()),
    payments: [{ id: payment.id }],
    currency: payment.currency_id,
    amount: payment.transaction_amount,
    coverage_applied: false,
    coverage_elegible: true,
    documentation_required: true,
    documentation_status: 'not_supplied',
    date_documentation_deadline: formatProviderDate(site, now() + DOCUMENTATION_MS),
    date_created: date,
    date_last_updated: date,
    live_mode: payment.live_mode,
  }
  store.put('chargebacks', chargeback.id, chargeback)
  publishChargebackEvent(context, chargeback, 'chargeback.created', payment)
  return savePayment(context, { ...payment, status: 'charged_back', status_detail: 'in_process' })
}

/**
 * Decides the chargeback of a payment.
 * @param won true if the seller gets the money back
 * @param status the status of the payment after a won chargeback; MercadoPago's documents name two possible values
 */
export function resolveChargeback(
  context: SimulatorContext,
  payment: Payment,
  { won, status }: { won: boolean; status: 'approved' | 'charged_back' },
): Payment {
  const { store, site, now } = context
  assertPaymentStatus(payment, ['charged_back'])
  const chargeback = store
    .all('chargebacks')
    .findLast(({ payments }) => payments.some(({ id }) => id === payment.id))
  if (!chargeback) throw createBadRequestError('The payment has no chargeback')
  const decided: Chargeback = {
    ...chargeback,
    coverage_applied: won,
    documentation_status: won ? 'valid' : 'invalid',
    date_last_updated: formatProviderDate(site, now()),
  }
  store.put('chargebacks', decided.id, decided)
  publishChargebackEvent(context, decided, 'chargeback.updated', payment)
  return savePayment(context, {
    ...payment,
    status: won ? status : 'charged_back',
    status_detail: won ? 'reimbursed' : 'settled',
  })
}

/** Registers `GET /v1/chargebacks/{id}`. Source: MercadoPago's documentation of chargebacks. */
export function registerChargebackRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get<{ Params: { id: string } }>('/v1/chargebacks/:id', request => {
    const { userId } = requireAccessToken(context, request)
    const chargeback = context.store.get('chargebacks', request.params.id)
    const payment = context.store.get('payments', chargeback?.payments[0]?.id ?? '')?.payment
    if (!chargeback || payment?.collector_id !== userId)
      throw createNotFoundError('Chargeback not found')
    return chargeback
  })
}
