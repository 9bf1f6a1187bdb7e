import { randomBytes } from 'node:crypto'

/** Makes numbers that never repeat, also not in a later run: they follow the clock. */
export interface IdSequences {
  /** 12 digits, above 2^31 as the provider's are. */
  payment(): number
  /** 11 digits. */
  merchantOrder(): number
  /** 10 digits. */
  refund(): number
  chargeback(): number
  webhook(): number
}

/** @param now milliseconds since 1970 */
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

/** Hexadecimal text nobody can guess. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
