import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_MS = 5 * 86_400_000
const SECONDS_DIGITS = 10

/** The parts of a notice that are signed. */
export interface SignedParts {
  /** `x-signature: ts=…,v1=…` */
  signature: string | undefined
  requestId: string | undefined
  /** `data.id` of the query, as it was written there. */
  dataId: string | undefined
}

/**
 * Whether a notice bears the provider's signature: HMAC-SHA256 over `id:…;request-id:…;ts:…;`, a part
 * without a value left out. The provider's pages disagree on the case of the id and on the unit of `ts`, so
 * both readings are good; two secrets are, while one is being rotated.
 * Source: the provider's facts, webhooks.
 */
export function isSignedByProvider(
  parts: SignedParts,
  secrets: readonly string[],
  now = Date.now(),
): boolean {
  const { ts, v1 } = fieldsOf(parts.signature)
  if (!ts || !v1 || !/^[0-9a-f]{64}$/i.test(v1)) return false
  const sentAt = Number(ts) * (ts.length <= SECONDS_DIGITS ? 1000 : 1)
  if (!(Math.abs(now - sentAt) <= TOLERANCE_MS)) return false

  const ids =
    parts.dataId === undefined
      ? [undefined]
      : [...new Set([parts.dataId, parts.dataId.toLowerCase()])]
  const given = Buffer.from(v1, 'hex')
  return ids.some(id => {
    const message = [
      id && `id:${id};`,
      parts.requestId && `request-id:${parts.requestId};`,
      `ts:${ts};`,
    ]
      .filter(Boolean)
      .join('')
    return secrets.some(secret =>
      timingSafeEqual(given, createHmac('sha256', secret).update(message).digest()),
    )
  })
}

function fieldsOf(signature = ''): Record<string, string | undefined> {
  return Object.fromEntries(
    signature.split(',').map(part => {
      const [name = '', value] = part.split('=')
      return [name.trim(), value?.trim()]
    }),
  )
}
