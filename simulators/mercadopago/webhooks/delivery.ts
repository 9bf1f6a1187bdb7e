/** Settings for the delivery of webhooks. An absent setting has its default. */
export interface WebhookSettings {
  /** The number of copies of each webhook to send; the default is 1. */
  copies?: number
  /** The delay in milliseconds before the first attempt to deliver a webhook. */
  delayMs?: number
  /** If true, webhooks are dropped: they are neither sent nor retried. */
  drop?: boolean
  /**
   * If true, webhooks are held until `POST /control/held/release` sends them, in any order and any number of times. New
   * settings without `hold` discard those that are still held.
   */
  hold?: boolean
  /** If true, webhooks are signed with a wrong key. */
  badSignature?: boolean
  /** If true, webhooks are sent in the older IPN format: `?topic=&id=` without a signature. */
  unsigned?: boolean
  /** The unit of `ts` in the signature of a webhook; the default is seconds. */
  tsUnit?: 's' | 'ms'
}

/**
 * A webhook to deliver, with the attempts so far. It is deleted from the store when the receiver answers 200 or 201.
 */
export interface WebhookDelivery {
  id: number
  url: string
  topic: string
  action: string
  data: Record<string, unknown>
  userId: number
  liveMode: boolean
  /** The `x-request-id` header of the webhook, which is the same for every copy and retry. */
  requestId: string
  /** The time when the webhook was created, in the ISO 8601 format of MercadoPago's dates. */
  dateCreated: string
  style: 'webhook' | 'ipn'
  badSignature: boolean
  tsUnit: 's' | 'ms'
  /** The time when the webhook was created, in milliseconds since 1970. */
  createdAt: number
  attempts: { at: number; outcome: number | 'unreachable' }[]
  /** True while the webhook is going to be sent again. */
  waiting: boolean
}
