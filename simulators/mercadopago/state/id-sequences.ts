import { randomBytes } from 'node:crypto'

/** Sequences of unique numeric ids. They are derived from the clock, so that they do not repeat after a restart. */
export interface IdSequences {
  /** Returns a payment id of 12 digits, above 2^31 as the provider's are. */
  payment(): number
  /** Returns a merchant order id of 11 digits. */
  merchantOrder(): number
  /** Returns a refund id of 10 digits. */
  refund(): number
  chargeback(): number
  webhook(): number
}

/**
 * Creates the id sequences.
 * @param now the clock, in milliseconds since 1970
 */
export function createIdSequences(now: () => number): IdSequences {
  const counter = (millisecondsEach: number) => {
    let last = 0
    return () => (last = Math.max(last + 1, Math.floor(now() / millisecondsEach)))
  }
  return {
    payment: counter(10),
    merchantOrder: counter(50),
    refund: counter(500),
    chargeback: counter(800),
    webhook: counter(15),
  }
}

/** Returns a random hexadecimal string from a cryptographic source. */
export function generateRandomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
