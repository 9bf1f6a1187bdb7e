import { isPreferenceExpired } from '../checkout/preference-state.ts'
import { badRequest, notFound } from '../errors.ts'
import type { Payment } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'
import { publishPaymentEvent } from './payment-events.ts'
import { buildPayment, type PaymentInput } from './build-payment.ts'
import { addFeesOnApproval } from './fees.ts'

/**
 * Records one attempt to pay a preference and announces it.
 * @throws ProviderError 404 for an unknown preference, 400 for one that has expired
 */
export function payPreference(context: SimulatorContext, wish: PaymentInput): Payment {
  const { store, site, ids, now } = context
  const stored = store.get('preferences', wish.preferenceId)
  if (!stored) throw notFound(`preference ${wish.preferenceId} not found`)
  if (isPreferenceExpired(stored.preference, now())) throw badRequest('The preference has expired')

  const merchantOrderId = stored.merchantOrderId ?? ids.merchantOrder()
  if (stored.merchantOrderId === undefined)
    store.put('preferences', wish.preferenceId, { ...stored, merchantOrderId })
  const begun = buildPayment(context, stored, { ...wish, merchantOrderId })
  const marketplaceFee = stored.preference.marketplace_fee
  const payment =
    begun.status === 'approved'
      ? addFeesOnApproval(begun, { site, marketplaceFee, at: now() })
      : begun
  const sellerId = stored.preference.collector_id
  store.put('payments', payment.id, { preferenceId: wish.preferenceId, sellerId, payment })
  publishPaymentEvent(context, payment, 'payment.created')
  return payment
}
