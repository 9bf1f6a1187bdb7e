import { createHmac, timingSafeEqual } from 'node:crypto'

const BYTES = 24

/**
 * Tokens that name an email address in a link without telling it. A token consists of the keyed digest of the address,
 * by which a choice of its owner is stored, and of a code that proves that we made it. It is valid for good, since a way
 * out of emails must not expire.
 */
export interface AddressTokens {
  /** Returns the keyed digest of an address, without regard to upper and lower case. */
  digest(address: string): string
  create(address: string): string
  /** Returns the code by which whoever reads emails to an address agrees that an account shows it. */
  createOwnerCode(userId: number, address: string): string
  /** Returns the digest of the address that a token names; undefined if the token is not one of ours. */
  readDigest(token: string): string | undefined
}

export function createAddressTokens(key: string): AddressTokens {
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}:${text}`).digest().subarray(0, BYTES)
  const digest = (address: string) => mac('address', address.toLowerCase()).toString('base64url')
  const sign = (addressDigest: string) =>
    addressDigest + mac('address-token', addressDigest).toString('base64url')

  return {
    digest,
    create: address => sign(digest(address)),
    createOwnerCode: (userId, address) =>
      mac('contact-email', `${userId}:${address.toLowerCase()}`).toString('base64url'),
    readDigest(token) {
      if (!/^[\w-]{64}$/.test(token)) return undefined
      const addressDigest = token.slice(0, 32)
      const isOurs = timingSafeEqual(Buffer.from(token), Buffer.from(sign(addressDigest)))
      return isOurs ? addressDigest : undefined
    },
  }
}
