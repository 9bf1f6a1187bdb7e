import { createHash } from 'node:crypto'
import type { ConversionKind, ReceiverAnswer, ReceiverKind } from '#contract/conversions.ts'
import type { Currency } from '#contract/core/fields.ts'
import { CircuitBreaker } from '../mercadopago/circuit-breaker.ts'
import { ProviderError } from '../mercadopago/provider.ts'
import { readLimitedText, readRetryAfter } from '../mercadopago/read-response.ts'
import { type ReceiverReply, readReply } from './receiver-replies.ts'

const TIMEOUT_MS = 8000
const PROBE_TIMEOUT_MS = 2000
/** The words of a receiver are kept up to this number of characters. */
const MAX_MESSAGE_LENGTH = 300
const META_API_VERSION = 'v24.0'

/** The origins of the receivers. */
export type ReceiverOrigins = Record<ReceiverKind, string>

/** The id and the secret of a seller at a receiver. */
export interface ReceiverAccess {
  kind: ReceiverKind
  receiverId: string
  secret: string
}

/** An event as it is sent. It says nothing about the buyer. */
export interface ConversionEvent {
  /** The id of the order, by which receivers recognize an event that is sent again. */
  id: string
  kind: ConversionKind
  at: Date
  /** What was paid, in the currency's units with decimals. */
  value: number
  currency: Currency
  productIds: number[]
  /** The page of the first product. */
  pageUrl: string
}

/** An event that only shows that a receiver takes events. It is no purchase. */
export interface TestEvent {
  id: string
  kind: 'test'
  at: Date
  pageUrl: string
}

interface HttpRequest {
  path: string
  /** The path without ids, which errors name. */
  pattern: string
  headers: Record<string, string>
  body: object
}

const NAMES = {
  meta: { purchase: 'Purchase', refund: 'Refund', test: 'TestEvent' },
  tiktok: { purchase: 'Purchase', refund: 'Refund', test: 'TestEvent' },
  ga4: { purchase: 'purchase', refund: 'refund', test: 'test_event' },
} as const

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000)

/**
 * Meta and TikTok expect something about a person. The digest of the order's id is the same for no two orders, so it
 * leads to nobody.
 */
const digestId = (id: string) => createHash('sha256').update(id).digest('hex')

/**
 * The source of the event is `other`: the payment is made at the provider or in cash, not on the website, whose events
 * would need the buyer's browser (`client_user_agent`) and the address of the page where they happened. Source: Meta,
 * "Conversions API", parameters and server event parameters.
 */
function buildMeta(access: ReceiverAccess, event: ConversionEvent | TestEvent): HttpRequest {
  return {
    path: `/${META_API_VERSION}/${access.receiverId}/events`,
    pattern: '/:version/:id/events',
    headers: { authorization: `Bearer ${access.secret}` },
    body: {
      data: [
        {
          event_name: NAMES.meta[event.kind],
          event_time: toSeconds(event.at),
          event_id: event.id,
          action_source: 'other',
          user_data: { external_id: [digestId(event.id)] },
          ...(event.kind !== 'test' && {
            custom_data: {
              currency: event.currency,
              value: event.value,
              order_id: event.id,
              content_type: 'product',
              content_ids: event.productIds.map(String),
            },
          }),
        },
      ],
    },
  }
}

/** Source: TikTok, "Events API 2.0". */
function buildTikTok(access: ReceiverAccess, event: ConversionEvent | TestEvent): HttpRequest {
  return {
    path: '/open_api/v1.3/event/track/',
    pattern: '/open_api/v1.3/event/track/',
    headers: { 'access-token': access.secret },
    body: {
      event_source: 'web',
      event_source_id: access.receiverId,
      data: [
        {
          event: NAMES.tiktok[event.kind],
          event_time: toSeconds(event.at),
          event_id: event.id,
          user: { external_id: digestId(event.id) },
          page: { url: event.pageUrl },
          ...(event.kind !== 'test' && {
            properties: {
              currency: event.currency,
              value: event.value,
              order_id: event.id,
              content_type: 'product',
              contents: event.productIds.map(id => ({ content_id: String(id) })),
            },
          }),
        },
      ],
    },
  }
}

/**
 * `client_id` is required and usually names a browser; here it names the order. Each order is a session of its own,
 * without which reports such as Realtime do not show an event. Source: Google, "Measurement Protocol (Google Analytics
 * 4)".
 */
function buildGa4(access: ReceiverAccess, event: ConversionEvent | TestEvent): HttpRequest {
  const query = new URLSearchParams({
    measurement_id: access.receiverId,
    api_secret: access.secret,
  })
  return {
    path: `/mp/collect?${query.toString()}`,
    pattern: '/mp/collect',
    headers: {},
    body: {
      client_id: event.id,
      timestamp_micros: event.at.getTime() * 1000,
      consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
      events: [
        {
          name: NAMES.ga4[event.kind],
          params: {
            session_id: String(toSeconds(event.at)),
            engagement_time_msec: 1,
            page_location: event.pageUrl,
            ...(event.kind !== 'test' && {
              transaction_id: event.id,
              currency: event.currency,
              value: event.value,
              items: event.productIds.map(id => ({ item_id: String(id), quantity: 1 })),
            }),
          },
        },
      ],
    },
  }
}

const BUILDERS = { meta: buildMeta, tiktok: buildTikTok, ga4: buildGa4 }

/** Sends conversion events to the receivers. */
export interface ConversionSender {
  /**
   * Sends an event once.
   * @throws ProviderError `unavailable` if the receiver gives no answer, has a fault of its own or asks for a pause
   */
  send(access: ReceiverAccess, event: ConversionEvent | TestEvent): Promise<ReceiverReply>
}

/**
 * Creates the client of the receivers. Each has a circuit breaker of its own, as the payment provider has, so that one
 * that hangs keeps no job waiting for a timeout.
 * @param onCall is called after each attempt to send an event
 */
export function createConversionSender(
  origins: ReceiverOrigins,
  onCall: (kind: ReceiverKind, answer: ReceiverAnswer) => void = () => undefined,
): ConversionSender {
  const createBreaker = (origin: string) =>
    new CircuitBreaker(async () => {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
      const response = await fetch(origin, { signal, redirect: 'manual' })
      await response.body?.cancel()
      return response.status < 500 && response.status !== 429
    })
  const breakers = {
    meta: createBreaker(origins.meta),
    tiktok: createBreaker(origins.tiktok),
    ga4: createBreaker(origins.ga4),
  }

  async function sendOnce(
    { kind, secret }: ReceiverAccess,
    { path, pattern, headers, body }: HttpRequest,
    signal: AbortSignal,
  ): Promise<ReceiverReply> {
    const response = await fetch(origins[kind] + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new ProviderError('unavailable', `${kind} ${pattern}: no response`, { cause })
    })
    const text = await readLimitedText(response).catch((cause: unknown) => {
      throw new ProviderError('unavailable', `${kind} ${pattern}: response cut off`, { cause })
    })
    const { answer, message } = readReply(kind, response.status, text)
    if (answer === 'unavailable') {
      const retryAfter = readRetryAfter(response)
      throw new ProviderError('unavailable', `${kind} ${pattern}: ${response.status}`, {
        status: response.status,
        ...(retryAfter && { retryAfter }),
      })
    }
    // A receiver that repeats the secret in its words must not bring it to the screen.
    return { answer, message: message.replaceAll(secret, '…').slice(0, MAX_MESSAGE_LENGTH) }
  }

  return {
    async send(access, event) {
      const { kind, secret } = access
      const breaker = breakers[kind]
      breaker.assertClosed(secret)
      const request = BUILDERS[kind](access, event)
      const watch = breaker.watchCall(true)
      try {
        const reply = await sendOnce(access, request, watch.signal)
        breaker.recordSuccess()
        onCall(kind, reply.answer)
        return reply
      } catch (error) {
        onCall(kind, 'unavailable')
        if (error instanceof ProviderError) breaker.recordFailure(error, secret)
        throw error
      } finally {
        watch.end()
      }
    },
  }
}
