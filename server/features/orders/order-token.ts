import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 24

/**
 * The secret token in the links to an order. Later mails need the same token again, so it is derived and not stored:
 * an HMAC of the order's id and its token version. Raising the version voids every link that was sent.
 */
export interface OrderTokens {
  create(orderId: string, version: number): string
  /** Reads the order id from a token without verifying the token; undefined if it is malformed. */
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
    // The texts are compared instead of the decoded bytes: base64url has unused bits, so several texts decode to the
    // same bytes.
    isValid(token, orderId, version) {
      const givenBytes = Buffer.from(token)
      const expectedBytes = Buffer.from(create(orderId, version))
      return (
        givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes)
      )
    },
  }
}

/** Returns the URL of an order's page, where the buyer sees its payment and downloads its files. */
export function buildOrderLink(
  { publicOrigin, orderTokens }: { publicOrigin: string; orderTokens: OrderTokens },
  order: { id: string; tokenVersion: number },
): string {
  return `${publicOrigin}/order/${orderTokens.create(order.id, order.tokenVersion)}`
}
