import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 24

/**
 * The secret link of an order. It must be written again in later mails, so it is not stored: it is an HMAC
 * of the order's id and its token version, and raising the version voids every link that was sent.
 */
export interface OrderTokens {
  write(orderId: string, version: number): string
  /** The order a token names, not yet proven. */
  orderIdIn(token: string): string | undefined
  isRight(token: string, orderId: string, version: number): boolean
}

export function createOrderTokens(key: string): OrderTokens {
  const mac = (orderId: string, version: number) =>
    createHmac('sha256', key).update(`order:${orderId}:${version}`).digest().subarray(0, MAC_BYTES)
  const idBytes = (orderId: string) => Buffer.from(orderId.replaceAll('-', ''), 'hex')

  return {
    write: (orderId, version) =>
      Buffer.concat([idBytes(orderId), mac(orderId, version)]).toString('base64url'),
    orderIdIn(token) {
      if (!/^[\w-]{54}$/.test(token)) return undefined
      const hex = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex')
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        hex.slice(12, 16),
        hex.slice(16, 20),
        hex.slice(20),
      ].join('-')
    },
    isRight(token, orderId, version) {
      const given = Buffer.from(token, 'base64url')
      const right = Buffer.concat([idBytes(orderId), mac(orderId, version)])
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
