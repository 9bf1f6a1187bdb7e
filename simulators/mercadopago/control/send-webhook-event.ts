import { publishPaymentEvent } from '../payments/payment-events.ts'
import type { SimulatorContext } from '../context.ts'

/** The parameters of a webhook event that the control API sends, whether or not a payment changed. */
export interface WebhookEventInput {
  paymentId?: number
  /** The topic of the event; the default is `payment`. */
  topic?: string
  action?: string
  /** The seller's user id in the event. The default is the seller of the payment, or else the first seller. */
  userId?: number
  data?: Record<string, unknown>
  copies?: number
}

/** Sends a webhook event immediately, even if the webhook settings say to delay or drop events. */
export function sendWebhookEventNow(context: SimulatorContext, input: WebhookEventInput): void {
  const { store, webhookSender, options } = context
  const { paymentId, topic = 'payment', action, copies, data } = input
  const override = { delayMs: 0, drop: false, ...(copies !== undefined && { copies }) }
  const stored = paymentId === undefined ? undefined : store.get('payments', paymentId)
  if (stored && topic === 'payment' && !data && !action)
    return publishPaymentEvent(context, stored.payment, 'payment.updated', override)

  const userId = input.userId ?? stored?.sellerId ?? store.all('sellers')[0]!.userId
  webhookSender.publish(
    {
      url: options.webhookUrl ?? stored?.payment.notification_url,
      topic,
      action: action ?? defaultAction(topic),
      data: data ?? defaultData(topic, paymentId, userId),
      userId,
      liveMode: options.liveMode,
    },
    override,
  )
}

function defaultAction(topic: string): string {
  if (topic === 'mp-connect') return 'application.deauthorized'
  return topic === 'payment' ? 'payment.updated' : `${topic}.updated`
}

/**
 * Returns the default `data` of an event with this topic. A fraud alert has `payment_id` instead of `id`.
 * Source: MercadoPago's documentation of webhooks.
 */
function defaultData(topic: string, paymentId: number | undefined, userId: number) {
  if (topic === 'stop_delivery_op_wh') return { payment_id: String(paymentId) }
  return { id: String(paymentId ?? userId) }
}
