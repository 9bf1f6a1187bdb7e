import { formatProviderDate } from '../country-settings.ts'
import { createNotFoundError } from '../errors.ts'
import type { SimulatorContext } from '../context.ts'
import { buildPayment } from './build-payment.ts'
import { addFeesOnApproval } from './fees.ts'

/**
 * Adds approved payments of other shops to the account of a preference, each changed a millisecond after the one
 * before. They have references of their own and no marketplace fee, and no webhook is sent.
 * @throws ProviderError with 404 if the preference does not exist
 */
export function addOtherPayments(
  context: SimulatorContext,
  { preferenceId, count }: { preferenceId: string; count: number },
): void {
  const { store, site, ids, now } = context
  const stored = store.get('preferences', preferenceId)
  if (!stored) throw createNotFoundError(`preference ${preferenceId} not found`)
  const sellerId = stored.preference.collector_id
  for (let index = 0; index < count; index += 1) {
    const merchantOrderId = ids.merchantOrder()
    const payment = buildPayment(context, stored, {
      preferenceId,
      outcome: 'approved',
      merchantOrderId,
    })
    const at = now() - count + index
    const other = {
      ...addFeesOnApproval(payment, { site, marketplaceFee: 0, at }),
      external_reference: `other-shop-${payment.id}`,
      date_last_updated: formatProviderDate(site, at),
    }
    store.put('payments', payment.id, { preferenceId, sellerId, payment: other })
  }
}
