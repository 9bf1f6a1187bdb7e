/** Settings for the delivery of webhooks; an absent field has its default. */
export interface WebhookSettings {
  /** How many copies of each webhook are sent; default 1. */
  copies?: number
  /** The delay before the first attempt. */
  delayMs?: number
  /** Drops every webhook: it is neither sent nor retried. */
  drop?: boolean
  /** Signs webhooks with a wrong key. */
  badSignature?: boolean
  /** Sends the legacy IPN format: `?topic=&id=` without a signature. */
  unsigned?: boolean
  /** The unit of `ts` in the signature; default is seconds. */
  tsUnit?: 's' | 'ms'
}

/** A webhook with its delivery attempts. It is removed from the store when the receiver answers 200 or 201. */
export interface WebhookDelivery {
  id: number
  url: string
  topic: string
  action: string
  data: Record<string, unknown>
  userId: number
  liveMode: boolean
  /** The `x-request-id` header, which is the same for every copy and retry. */
  requestId: string
  /** The creation date in the provider's format, ISO 8601. */
  dateCreated: string
  style: 'webhook' | 'ipn'
  badSignature: boolean
  tsUnit: 's' | 'ms'
  /** Milliseconds since 1970. */
  createdAt: number
  attempts: { at: number; outcome: number | 'unreachable' }[]
  /** Whether the retry schedule has further attempts. */
  waiting: boolean
}
