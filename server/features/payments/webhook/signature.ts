import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#contract/core/time.ts'

const TOLERANCE_MS = 5 * DAY_MS
const SECONDS_DIGITS = 10

/** The parts of a webhook request that the provider's signature covers. */
export interface SignedWebhookParts {
  /** The header `x-signature`, such as `ts=…,v1=…`. */
  signature: string | undefined
  requestId: string | undefined
  /** The query parameter `data.id` of the webhook URL, in its original letter case. */
  dataId: string | undefined
}

/**
 * Verifies that a webhook request is signed by the provider. The signature is an HMAC-SHA256 of
 * `id:…;request-id:…;ts:…;`, without the parts that have no value. The provider's documentation contradicts itself on
 * the letter case of the id and the unit of `ts`, so both variants are accepted. Several secrets are accepted while one
 * is being replaced.
 * Source: the provider's facts, webhooks.
 * @returns the HMAC in lower-case hexadecimal digits, or undefined if the request is not signed by the provider
 */
export function verifySignature(
  parts: SignedWebhookParts,
  secrets: readonly string[],
  now = Date.now(),
): string | undefined {
  const { ts, v1 } = parseSignature(parts.signature)
  if (!ts || !v1 || !/^[0-9a-f]{64}$/i.test(v1)) return undefined
  const sentAt = Number(ts) * (ts.length <= SECONDS_DIGITS ? 1000 : 1)
  if (!(Math.abs(now - sentAt) <= TOLERANCE_MS)) return undefined

  const ids =
    parts.dataId === undefined
      ? [undefined]
      : [...new Set([parts.dataId, parts.dataId.toLowerCase()])]
  const receivedDigest = Buffer.from(v1, 'hex')
  const isSigned = ids.some(id => {
    const message = [
      id && `id:${id};`,
      parts.requestId && `request-id:${parts.requestId};`,
      `ts:${ts};`,
    ]
      .filter(Boolean)
      .join('')
    return secrets.some(secret =>
      timingSafeEqual(receivedDigest, createHmac('sha256', secret).update(message).digest()),
    )
  })
  return isSigned ? v1.toLowerCase() : undefined
}

function parseSignature(signature = ''): Record<string, string | undefined> {
  return Object.fromEntries(
    signature.split(',').map(part => {
      const [name = '', value] = part.split('=')
      return [name.trim(), value?.trim()]
    }),
  )
}
