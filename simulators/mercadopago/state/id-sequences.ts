import { randomBytes } from 'node:crypto'

/** The sequences of unique numeric ids. They start from the current time, so that no id repeats after a restart. */
export interface IdSequences {
  /** Returns a new payment id of 12 digits, which is above 2^31 as MercadoPago's payment ids are. */
  payment(): number
  /** Returns a new merchant order id of 11 digits. */
  merchantOrder(): number
  /** Returns a new refund id of 10 digits. */
  refund(): number
  chargeback(): number
  webhook(): number
}

/**
 * Creates the sequences of ids.
 * @param now the clock, which returns milliseconds since 1970
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

/**
 * Returns a cryptographically random hexadecimal string.
 * @param bytes the number of random bytes
 */
export function generateRandomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
