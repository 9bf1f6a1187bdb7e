import { createHmac } from 'node:crypto'

/**
 * Computes the `x-signature` header of a webhook. Parts without a value are left out of the signed text.
 * Source: MercadoPago's documentation of webhooks.
 * @param dataId the query parameter `data.id` of the webhook's URL
 * @param ts the timestamp in seconds or milliseconds since 1970
 */
export function signWebhook(
  secret: string,
  { dataId, requestId, ts }: { dataId?: string; requestId: string; ts: number },
): string {
  const signed = [dataId && `id:${dataId}`, `request-id:${requestId}`, `ts:${ts}`]
  const manifest = signed.flatMap(part => (part ? [`${part};`] : [])).join('')
  return `ts=${ts},v1=${createHmac('sha256', secret).update(manifest).digest('hex')}`
}
