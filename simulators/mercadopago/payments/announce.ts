import type { NoticeSetting } from '../notices/notice.ts'
import type { Chargeback, Payment } from '../state/model.ts'
import type { World } from '../world.ts'

/**
 * Tells the application that a payment is new or has changed: at the preference's own address, or at
 * the panel's. An address that does not ask for webhooks only also gets the old kind of notice.
 * Source: MercadoPago's facts, webhooks.
 */
export function announcePayment(
  { store, notifier, options }: World,
  payment: Payment,
  action: 'payment.created' | 'payment.updated',
  override: NoticeSetting = {},
): void {
  const own = payment.notification_url
  const news = {
    url: own ?? options.webhookUrl,
    topic: 'payment',
    action,
    data: { id: String(payment.id) },
    userId: store.get('payments', payment.id)!.sellerId,
    liveMode: payment.live_mode,
  }
  notifier.publish(news, override)
  const wantsOldKind = own && new URL(own).searchParams.get('source_news') !== 'webhooks'
  if (wantsOldKind && !override.unsigned) notifier.publish(news, { ...override, unsigned: true })
}

/** Tells the application of a chargeback, at the panel's address. */
export function announceChargeback(
  { notifier, options }: World,
  chargeback: Chargeback,
  action: 'chargeback.created' | 'chargeback.updated',
  payment: Payment,
): void {
  notifier.publish({
    url: options.webhookUrl,
    topic: 'topic_chargebacks_wh',
    action,
    data: { id: chargeback.id },
    userId: payment.collector_id,
    liveMode: payment.live_mode,
  })
}
