import { isOutsidePaymentPeriod } from '../checkout/preference-state.ts'
import { roundToCurrency } from '../country-settings.ts'
import { createBadRequestError, createNotFoundError } from '../errors.ts'
import type { Payment } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'
import { publishPaymentEvent } from './payment-events.ts'
import { buildPayment, type PaymentInput } from './build-payment.ts'
import { addFeesOnApproval } from './fees.ts'

/**
 * Records one attempt to pay a preference and sends a webhook about the payment.
 * @throws ProviderError with 404 if the preference does not exist; with 400 if the preference has expired
 */
export function payPreference(context: SimulatorContext, input: PaymentInput): Payment {
  const { store, site, ids, now } = context
  const stored = store.get('preferences', input.preferenceId)
  if (!stored) throw createNotFoundError(`preference ${input.preferenceId} not found`)
  if (!input.wasBegun && isOutsidePaymentPeriod(stored.preference, now()))
    throw createBadRequestError('The preference has expired')

  const merchantOrderId = stored.merchantOrderId ?? ids.merchantOrder()
  if (stored.merchantOrderId === undefined)
    store.put('preferences', input.preferenceId, { ...stored, merchantOrderId })
  const newPayment = buildPayment(context, stored, { ...input, merchantOrderId })
  const { marketplace_fee: agreedFee, total_amount: total } = stored.preference
  const share = input.asPart ? newPayment.transaction_amount / total : 1
  const marketplaceFee = input.applicationFee ?? roundToCurrency(site, agreedFee * share)
  const payment =
    newPayment.status === 'approved'
      ? addFeesOnApproval(newPayment, { site, marketplaceFee, at: now() })
      : newPayment
  const sellerId = stored.preference.collector_id
  store.put('payments', payment.id, { preferenceId: input.preferenceId, sellerId, payment })
  publishPaymentEvent(context, payment, 'payment.created')
  return payment
}
