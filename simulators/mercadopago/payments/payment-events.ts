import type { WebhookSettings } from '../webhooks/delivery.ts'
import type { Chargeback, Payment } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'

/**
 * Sends a webhook about a new or changed payment to the `notification_url` of the preference, or else to the
 * application's webhook URL. A `notification_url` without the parameter `source_news=webhooks` also gets the event in
 * the older IPN format.
 * Source: MercadoPago's documentation of webhooks.
 */
export function publishPaymentEvent(
  { store, webhookSender, options }: SimulatorContext,
  payment: Payment,
  action: 'payment.created' | 'payment.updated',
  override: WebhookSettings = {},
): void {
  const own = payment.notification_url
  const event = {
    url: own ?? options.webhookUrl,
    topic: 'payment',
    action,
    data: { id: String(payment.id) },
    userId: store.get('payments', payment.id)!.sellerId,
    liveMode: payment.live_mode,
  }
  webhookSender.publish(event, override)
  const wantsLegacyFormat = own && new URL(own).searchParams.get('source_news') !== 'webhooks'
  if (wantsLegacyFormat && !override.unsigned)
    webhookSender.publish(event, { ...override, unsigned: true })
}

/** Sends a webhook about a chargeback to the application's webhook URL. */
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
