import { createHmac, timingSafeEqual } from 'node:crypto'

const BYTES = 24
/** The number of characters of a digest, and of the code that proves it. */
const CODE_LENGTH = 32

/**
 * Tokens that name an email address in a link without telling it. A token consists of the keyed digest of the address,
 * by which a choice of its owner is stored, and of a code that proves that we made it. It is valid for good, since a
 * way out of emails must not expire.
 */
export interface AddressTokens {
  /** Returns the keyed digest of an address, without regard to upper and lower case. */
  digest(address: string): string
  /**
   * Returns the token of the page on which the owner of a mailbox chooses emails, and of an order of theirs, if it is
   * named. Mail programs and services that unsubscribe see these links, so the token opens nothing else.
   */
  createEmailsToken(mailbox: string, orderId?: string): string
  /** Returns the code by which whoever reads emails to an address agrees that an account shows it. */
  createOwnerCode(userId: number, address: string): string
  /** Returns what a token of `createEmailsToken` names; undefined if the token is not one of ours. */
  readEmailsToken(
    token: string,
  ): { mailboxDigest: string; orderId?: string | undefined } | undefined
}

export function createAddressTokens(key: string): AddressTokens {
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}:${text}`).digest().subarray(0, BYTES)
  const digest = (address: string) => mac('address', address.toLowerCase()).toString('base64url')
  const sign = (named: string) => named + mac('address-token', named).toString('base64url')
  const createEmailsToken = (mailboxDigest: string, orderId = '') =>
    sign(mailboxDigest + Buffer.from(orderId.replaceAll('-', ''), 'hex').toString('base64url'))

  return {
    digest,
    createEmailsToken: (mailbox, orderId) => createEmailsToken(digest(mailbox), orderId),
    createOwnerCode: (userId, address) =>
      mac('contact-email', `${userId}:${address.toLowerCase()}`).toString('base64url'),
    readEmailsToken(token) {
      if (!/^[\w-]{64}(?:[\w-]{22})?$/.test(token)) return undefined
      const named = token.slice(0, -CODE_LENGTH)
      if (!timingSafeEqual(Buffer.from(token), Buffer.from(sign(named)))) return undefined
      const hex = Buffer.from(named.slice(CODE_LENGTH), 'base64url').toString('hex')
      return {
        mailboxDigest: named.slice(0, CODE_LENGTH),
        orderId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') || undefined,
      }
    },
  }
}
