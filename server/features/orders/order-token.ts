import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 24

/**
 * The secret link of an order. It must be written again in later mails, so it is not stored: it is an HMAC
 * of the order's id and its token version, and raising the version voids every link that was sent.
 */
export interface OrderTokens {
  create(orderId: string, version: number): string
  /** The order a token names, not yet proven. */
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
    // As text: the last letter has bits to spare, and a link is one link only.
    isValid(token, orderId, version) {
      const given = Buffer.from(token)
      const right = Buffer.from(create(orderId, version))
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
