import type { WebhookSettings } from '../webhooks/delivery.ts'
import type { Chargeback, Payment } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'

/**
 * Tells the application that a payment is new or has changed: at the preference's own address, or at
 * the panel's. An address that does not ask for webhooks only also gets the old kind of notice.
 * Source: MercadoPago's facts, webhooks.
 */
export function publishPaymentEvent(
  { store, webhookSender, options }: SimulatorContext,
  payment: Payment,
  action: 'payment.created' | 'payment.updated',
  override: WebhookSettings = {},
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
  webhookSender.publish(news, override)
  const wantsOldKind = own && new URL(own).searchParams.get('source_news') !== 'webhooks'
  if (wantsOldKind && !override.unsigned)
    webhookSender.publish(news, { ...override, unsigned: true })
}

/** Tells the application of a chargeback, at the panel's address. */
export function publishChargebackEvent(
  { webhookSender, options }: SimulatorContext,
  chargeback: Chargeback,
  action: 'chargeback.created' | 'chargeback.updated',
  payment: Payment,
): void {
  webhookSender.publish({
    url: options.webhookUrl,
    topic: 'topic_chargebacks_wh',
    action,
    data: { id: chargeback.id },
    userId: payment.collector_id,
    liveMode: payment.live_mode,
  })
}
