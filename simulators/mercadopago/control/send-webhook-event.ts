import { publishPaymentEvent } from '../payments/payment-events.ts'
import type { SimulatorContext } from '../context.ts'

/** A notice somebody asks for, whether or not anything happened. */
export interface WebhookEventInput {
  paymentId?: number
  /** Default `payment`. */
  topic?: string
  action?: string
  /** The seller it names; default the payment's, or the first there is. */
  userId?: number
  data?: Record<string, unknown>
  copies?: number
}

/** Sends a notice at once, whatever delay or loss is set. */
export function sendWebhookEventNow(context: SimulatorContext, wish: WebhookEventInput): void {
  const { store, webhookSender, options } = context
  const { paymentId, topic = 'payment', action, copies, data } = wish
  const override = { delayMs: 0, drop: false, ...(copies !== undefined && { copies }) }
  const stored = paymentId === undefined ? undefined : store.get('payments', paymentId)
  if (stored && topic === 'payment' && !data && !action)
    return publishPaymentEvent(context, stored.payment, 'payment.updated', override)

  const userId = wish.userId ?? stored?.sellerId ?? store.all('sellers')[0]!.userId
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

/** A fraud alert names its payment apart and has no id. Source: MercadoPago's facts, webhooks. */
function defaultData(topic: string, paymentId: number | undefined, userId: number) {
  if (topic === 'stop_delivery_op_wh') return { payment_id: String(paymentId) }
  return { id: String(paymentId ?? userId) }
}
