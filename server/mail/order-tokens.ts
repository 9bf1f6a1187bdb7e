import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 24
/** The number of former versions of an order's token that are still recognized, to say that the link was replaced. */
const MAX_FORMER_VERSIONS = 50

/**
 * The secret token in the links to an order. It is an HMAC of the order's id and token version, so that later emails
 * can contain the same token without storing it. Raising the version invalidates every link that was sent before.
 */
export interface OrderTokens {
  create(orderId: string, version: number): string
  /** Reads the order id from a token without verifying the token; returns undefined if the token is malformed. */
  parseOrderId(token: string): string | undefined
  /** Tells which of an order's links has a token; undefined if none had it. */
  identify(token: string, order: OrderLinkVersions): OrderLinkKind | undefined
}

/**
 * The link of an order that a token belongs to: the current one, one that was asked for by address or number and
 * nothing was downloaded by yet, or one that was replaced.
 */
export type OrderLinkKind = 'current' | 'offered' | 'former'

interface OrderLinkVersions {
  id: string
  tokenVersion: number
  offeredTokenVersion: number | null
}

export function createOrderTokens(key: string): OrderTokens {
  const sign = (orderId: string, text: string) =>
    Buffer.concat([
      idBytes(orderId),
      createHmac('sha256', key).update(text).digest().subarray(0, MAC_BYTES),
    ]).toString('base64url')
  const idBytes = (orderId: string) => Buffer.from(orderId.replaceAll('-', ''), 'hex')

  const create = (orderId: string, version: number) => sign(orderId, `order:${orderId}:${version}`)

  // The tokens are compared as texts instead of decoded bytes: base64url has unused bits, so that several texts decode
  // to the same bytes.
  const isEqual = (token: string, expected: string) => {
    const givenBytes = Buffer.from(token)
    const expectedBytes = Buffer.from(expected)
    return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes)
  }
  const isValid = (token: string, orderId: string, version: number) =>
    isEqual(token, create(orderId, version))
  const parseOrderId = (token: string) => {
    if (!/^[\w-]{54}$/.test(token)) return undefined
    const hex = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }

  return {
    create,
    parseOrderId,
    identify(token, { id, tokenVersion, offeredTokenVersion }) {
      if (isValid(token, id, tokenVersion)) return 'current'
      if (offeredTokenVersion !== null && isValid(token, id, offeredTokenVersion)) return 'offered'
      const oldest = Math.max(1, tokenVersion - MAX_FORMER_VERSIONS)
      for (let former = tokenVersion - 1; former >= oldest; former -= 1)
        if (isValid(token, id, former)) return 'former'
      return undefined
    },
  }
}

/** Returns the URL of the order page, where the buyer sees the payment and downloads the files. */
export function buildOrderLink(
  { config, orderTokens }: { config: { publicOrigin: string }; orderTokens: OrderTokens },
  order: { id: string; tokenVersion: number },
): string {
  return `${config.publicOrigin}/order/${orderTokens.create(order.id, order.tokenVersion)}`
}
