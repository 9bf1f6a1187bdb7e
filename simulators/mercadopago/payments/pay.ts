import { isExpired } from '../checkout/preference-state.ts'
import { badRequest, notFound } from '../errors.ts'
import type { Payment } from '../state/model.ts'
import type { World } from '../world.ts'
import { announcePayment } from './announce.ts'
import { beginPayment, type PaymentWish } from './begin-payment.ts'
import { settled } from './fees.ts'

/**
 * Records one attempt to pay a preference and announces it.
 * @throws ProviderError 404 for an unknown preference, 400 for one that has expired
 */
export function pay(world: World, wish: PaymentWish): Payment {
  const { store, site, ids, now } = world
  const stored = store.get('preferences', wish.preferenceId)
  if (!stored) throw notFound(`preference ${wish.preferenceId} not found`)
  if (isExpired(stored.preference, now())) throw badRequest('The preference has expired')

  const merchantOrderId = stored.merchantOrderId ?? ids.merchantOrder()
  if (stored.merchantOrderId === undefined)
    store.put('preferences', wish.preferenceId, { ...stored, merchantOrderId })
  const begun = beginPayment(world, stored, { ...wish, merchantOrderId })
  const marketplaceFee = stored.preference.marketplace_fee
  const payment =
    begun.status === 'approved' ? settled(begun, { site, marketplaceFee, at: now() }) : begun
  const sellerId = stored.preference.collector_id
  store.put('payments', payment.id, { preferenceId: wish.preferenceId, sellerId, payment })
  announcePayment(world, payment, 'payment.created')
  return payment
}
