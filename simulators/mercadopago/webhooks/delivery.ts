/** How notices behave until told otherwise; what is absent is the default. */
export interface WebhookSettings {
  /** How many times each notice is sent; default 1. */
  copies?: number
  /** Wait before the first attempt. */
  delayMs?: number
  /** The notice is lost: never sent, never repeated. */
  drop?: boolean
  /** Signed with a key that is not ours. */
  badSignature?: boolean
  /** The old kind: `?topic=&id=`, no signature. */
  unsigned?: boolean
  /** The unit of `ts` in the signature; default seconds. */
  tsUnit?: 's' | 'ms'
}

/** A notice on its way. It leaves the store when the other side has answered 200 or 201. */
export interface WebhookDelivery {
  id: number
  url: string
  topic: string
  action: string
  data: Record<string, unknown>
  userId: number
  liveMode: boolean
  /** The same on every repetition and copy: they are one notice. */
  requestId: string
  /** ISO 8601. */
  dateCreated: string
  style: 'webhook' | 'ipn'
  badSignature: boolean
  tsUnit: 's' | 'ms'
  /** Milliseconds since 1970. */
  createdAt: number
  attempts: { at: number; outcome: number | 'unreachable' }[]
  /** Whether more attempts are due, by the schedule. */
  waiting: boolean
}
