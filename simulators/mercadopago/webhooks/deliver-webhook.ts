import type { WebhookDelivery } from './delivery.ts'
import { signWebhook } from './signature.ts'

/**
 * The time in milliseconds that MercadoPago waits for a response to a webhook.
 * Source: MercadoPago's documentation of webhooks.
 */
const TIMEOUT_MS = 22_000

/**
 * Tries once to deliver a webhook.
 * @param now the time in milliseconds since 1970, which becomes the timestamp of the signature
 * @returns the HTTP status of the response, or `unreachable` if no response came in time
 */
export async function deliverWebhook(
  delivery: WebhookDelivery,
  { secret, now, closing }: { secret: string; now: number; closing: AbortSignal },
): Promise<number | 'unreachable'> {
  const { url, headers, body } = buildRequest(delivery, secret, now)
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'MercadoPago', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await reply.arrayBuffer()
    return reply.status
  } catch {
    return 'unreachable'
  }
}

interface OutgoingRequest {
  url: string
  headers: Record<string, string>
  body: object
}

function buildRequest(delivery: WebhookDelivery, secret: string, now: number): OutgoingRequest {
  const { id, topic, data, userId, requestId } = delivery
  const dataId = typeof data.id === 'string' ? data.id : undefined
  if (delivery.style === 'ipn') {
    const query = { topic, ...(dataId !== undefined && { id: dataId }) }
    const body = { resource: dataId, topic }
    return { url: withQuery(delivery.url, query), headers: {}, body }
  }
  const ts = delivery.tsUnit === 'ms' ? now : Math.floor(now / 1000)
  const key = delivery.badSignature ? `not-${secret}` : secret
  const query = { ...(dataId !== undefined && { 'data.id': dataId }), type: topic }
  return {
    url: withQuery(delivery.url, query),
    headers: {
      'x-request-id': requestId,
      'x-signature': signWebhook(key, { dataId, requestId, ts }),
    },
    body: {
      id,
      live_mode: delivery.liveMode,
      type: topic,
      date_created: delivery.dateCreated,
      user_id: userId,
      api_version: 'v1',
      action: delivery.action,
      data,
    },
  }
}

function withQuery(url: string, query: Record<string, string>): string {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}
