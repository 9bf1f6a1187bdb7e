import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'
import { IsoDateTime, issueKey, machineText } from './core/fields.ts'

/** The services that count the purchases of a seller: Meta, TikTok and Google Analytics 4. */
export const RECEIVER_KINDS = ['meta', 'tiktok', 'ga4'] as const
export const ReceiverKind = z.enum(RECEIVER_KINDS)
export type ReceiverKind = z.infer<typeof ReceiverKind>

/** The receivers that can take a purchase back. Meta and TikTok have no event for that. */
export const RECEIVERS_WITH_REFUNDS: readonly ReceiverKind[] = ['ga4']

/** What is reported about an order: that it was paid and delivered, and that all of it was refunded. */
export const CONVERSION_KINDS = ['purchase', 'refund'] as const
export type ConversionKind = (typeof CONVERSION_KINDS)[number]

/**
 * The state of an event. `paused` events wait until their seller repairs a receiver that refuses everything; `expired`
 * ones were not accepted within a week, after which receivers take them no more.
 */
export const CONVERSION_STATES = ['waiting', 'sent', 'refused', 'paused', 'expired'] as const
export type ConversionState = (typeof CONVERSION_STATES)[number]

/** What a receiver said: it takes the event, refuses the secret, the id or the event, or gave no answer. */
export const RECEIVER_ANSWERS = [
  'accepted',
  'secret_refused',
  'id_refused',
  'event_refused',
  'unavailable',
] as const
export type ReceiverAnswer = (typeof RECEIVER_ANSWERS)[number]

/** The form of the id at each receiver: of a data set, a pixel and a data stream. */
const ID_PATTERNS: Record<ReceiverKind, RegExp> = {
  meta: /^\d{5,20}$/,
  tiktok: /^[A-Z\d]{10,40}$/,
  ga4: /^G-[A-Z\d]{4,20}$/,
}

/** Where a seller's events are sent. The secret is never told again. */
export const ConversionReceiver = z.object({
  kind: ReceiverKind,
  receiverId: z.string(),
  savedAt: IsoDateTime,
  /** Since when nothing is sent, since the receiver refused several events in a row; null while it is on. */
  offAt: z.nullable(IsoDateTime),
  /** What it answered last; null before the first event. */
  lastAnswer: z.nullable(z.enum(RECEIVER_ANSWERS)),
})
export type ConversionReceiver = z.infer<typeof ConversionReceiver>

export const ConversionDelivery = z.object({
  id: z.int(),
  receiver: ReceiverKind,
  kind: z.enum(CONVERSION_KINDS),
  orderId: z.string(),
  orderNumber: z.string(),
  state: z.enum(CONVERSION_STATES),
  /** The last answer and its words; null before the first attempt. */
  answer: z.nullable(z.enum(RECEIVER_ANSWERS)),
  message: z.nullable(z.string()),
  createdAt: IsoDateTime,
})
export type ConversionDelivery = z.infer<typeof ConversionDelivery>

/** The id and the secret of a receiver. Both are saved together, so that a secret never stays with another id. */
export const ReceiverForm = z
  .object({
    kind: ReceiverKind,
    receiverId: machineText(100).check(
      z.trim(),
      z.toUpperCase(),
      z.minLength(1, issueKey('issue_required')),
    ),
    secret: machineText(500).check(
      z.trim(),
      z.minLength(1, issueKey('issue_required')),
      z.regex(/^[\x21-\x7E]*$/, issueKey('issue_invalid')),
    ),
  })
  .check(
    z.refine(({ kind, receiverId }) => ID_PATTERNS[kind].test(receiverId), {
      error: issueKey('issue_invalid'),
      path: ['receiverId'],
    }),
  )
export type ReceiverForm = z.infer<typeof ReceiverForm>

const params = z.object({ kind: ReceiverKind })

export const listConversions = endpoint({
  method: 'GET',
  path: '/profile/conversions',
  summary: 'List the receivers of conversion events, and the last 50 events',
  access: 'verified',
  reply: z.object({
    receivers: z.array(ConversionReceiver),
    deliveries: z.array(ConversionDelivery),
  }),
})

/** Saves a receiver and turns it on. Events of the last week that it refused, or that are paused, are sent again. */
export const saveReceiver = endpoint({
  method: 'PUT',
  path: '/profile/conversions',
  summary: 'Save where conversion events are sent',
  access: 'verified',
  body: ReceiverForm,
})

export const deleteReceiver = endpoint({
  method: 'DELETE',
  path: '/profile/conversions/:kind',
  summary: 'Stop sending conversion events to a receiver, and delete its secret and its events',
  access: 'verified',
  params,
})

/** Sends an event that is no purchase. Answers 404 if the seller has no such receiver. */
export const testReceiver = endpoint({
  method: 'POST',
  path: '/profile/conversions/:kind/test',
  summary: 'Send a test event to a receiver',
  access: 'verified',
  params,
  reply: z.object({
    answer: z.enum(RECEIVER_ANSWERS),
    /** The receiver's own words; empty if it said nothing. */
    message: z.string(),
  }),
  errors: ['UNKNOWN_ERROR'],
})
