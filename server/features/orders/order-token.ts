import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 24

/**
 * The secret token in the links to an order. It is an HMAC of the order's id and token version, so that later emails
 * can contain the same token without storing it. Raising the version invalidates every link that was sent before.
 */
export interface OrderTokens {
  create(orderId: string, version: number): string
  /** Reads the order id from a token without verifying the token; returns undefined if the token is malformed. */
  parseOrderId(token: string): string | undefined
  isValid(token: string, orderId: string, version: number): boolean
}

export function createOrderTokens(key: string): OrderTokens {
  const mac = (orderId: string, version: number) =>
    createHmac('sha256', key).update(`order:${orderId}:${version}`).digest().subarray(0, MAC_BYTES)
  const idBytes = (orderId: string) => Buffer.from(orderId.replaceAll('-', ''), 'hex')

  const create = (orderId: string, version: number) =>
    Buffer.concat([idBytes(orderId), mac(orderId, version)]).toString('base64url')

  return {
    create,
    parseOrderId(token) {
      if (!/^[\w-]{54}$/.test(token)) return undefined
      const hex = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex')
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
    // The tokens are compared as texts instead of decoded bytes: base64url has unused bits, so that several texts
    // decode to the same bytes.
    isValid(token, orderId, version) {
      const givenBytes = Buffer.from(token)
      const expectedBytes = Buffer.from(create(orderId, version))
      return (
        givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes)
      )
    },
  }
}

/** Returns the URL of the order page, where the buyer sees the payment and downloads the files. */
export function buildOrderLink(
  { publicOrigin, orderTokens }: { publicOrigin: string; orderTokens: OrderTokens },
  order: { id: string; tokenVersion: number },
): string {
  return `${publicOrigin}/order/${orderTokens.create(order.id, order.tokenVersion)}`
}
