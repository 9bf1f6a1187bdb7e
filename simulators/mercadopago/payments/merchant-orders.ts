import type { FastifyInstance } from 'fastify'
import { isOutsidePaymentPeriod } from '../checkout/preference-state.ts'
import { createBadRequestError, createNotFoundError } from '../errors.ts'
import { requireAccessToken } from '../oauth/access-token.ts'
import { roundToCurrency } from '../country-settings.ts'
import type { Payment, StoredPreference } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'

/** Registers `GET /merchant_orders/{id}`. Source: MercadoPago's documentation of merchant orders. */
export function registerMerchantOrderRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get<{ Params: { id: string } }>('/merchant_orders/:id', request => {
    const { userId } = requireAccessToken(context, request)
    if (!/^\d+$/.test(request.params.id)) throw createBadRequestError('id must be a number')
    const id = Number(request.params.id)
    const stored = context.store.all('preferences').find(row => row.merchantOrderId === id)
    if (stored?.preference.collector_id !== userId)
      throw createNotFoundError('Merchant order not found')
    return buildMerchantOrder(context, stored, id)
  })
}

function buildMerchantOrder(
  context: SimulatorContext,
  { preference, liveMode }: StoredPreference,
  id: number,
) {
  const { site, store, now } = context
  const payments = store.paymentsOf(preference.id).map(({ payment }) => payment)
  const sum = (amounts: number[]) =>
    roundToCurrency(
      site,
      amounts.reduce((a, b) => a + b, 0),
    )
  const settled = payments.filter(({ date_approved: approved }) => approved !== null)
  const paid = sum(settled.map(payment => payment.transaction_amount))
  const refunded = sum(settled.map(payment => payment.transaction_amount_refunded))
  const closed = paid - refunded >= preference.total_amount
  const expired = isOutsidePaymentPeriod(preference, now())
  return {
    id,
    status: closed ? 'closed' : expired ? 'expired' : 'opened',
    order_status: orderStatus(payments, { paid, refunded, total: preference.total_amount }),
    preference_id: preference.id,
    application_id: preference.client_id,
    site_id: preference.site_id,
    external_reference: preference.external_reference,
    collector: { id: preference.collector_id },
    items: preference.items,
    payments: payments.map(entry),
    date_created: preference.date_created,
    last_updated: payments.at(-1)?.date_last_updated ?? preference.last_updated,
    total_amount: preference.total_amount,
    paid_amount: paid,
    refunded_amount: refunded,
    shipping_cost: 0,
    cancelled: false,
    notification_url: preference.notification_url,
    marketplace: preference.marketplace,
    is_test: !liveMode,
  }
}

function orderStatus(
  payments: Payment[],
  { paid, refunded, total }: { paid: number; refunded: number; total: number },
): string {
  if (refunded > 0) return refunded >= paid ? 'refunded' : 'partially_refunded'
  if (paid >= total) return 'paid'
  if (paid > 0) return 'partially_paid'
  const waiting = payments.some(({ status }) => ['pending', 'in_process'].includes(status))
  return waiting ? 'payment_in_process' : 'payment_required'
}

const entry = (payment: Payment) => ({
  id: payment.id,
  transaction_amount: payment.transaction_amount,
  total_paid_amount: payment.transaction_details.total_paid_amount,
  shipping_cost: 0,
  currency_id: payment.currency_id,
  status: payment.status,
  status_detail: payment.status_detail,
  operation_type: payment.operation_type,
  date_created: payment.date_created,
  date_approved: payment.date_approved ?? undefined,
  last_modified: payment.date_last_updated,
  amount_refunded: payment.transaction_amount_refunded,
})
