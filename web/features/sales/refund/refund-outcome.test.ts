import { expect, test } from 'vitest'
import { calculateRefundOutcome } from './refund-outcome.ts'

/** A sale of $ 8.900 with a commission of 20 %, as the server reports it. */
const ORDER = {
  currency: 'ARS' as const,
  priceMinor: 890_000,
  sellerShareMinor: 712_000,
  refundedMinor: 0,
  netMinor: 656_019 as number | null,
}
const AFTER_A_THIRD = { ...ORDER, refundedMinor: 296_667, netMinor: 418_685 }

test.each([
  ['of a third', ORDER, 296_667, { commissionMinor: 59_333, keptMinor: 418_685 }],
  ['of everything', ORDER, 890_000, { commissionMinor: 178_000, keptMinor: 0 }],
  ['of all that is left', AFTER_A_THIRD, 593_333, { commissionMinor: 118_667, keptMinor: 0 }],
  [
    'before MercadoPago has reported its fee',
    { ...ORDER, netMinor: null },
    296_667,
    { commissionMinor: 59_333, keptMinor: null },
  ],
])('a refund %s returns its commission and leaves the rest', (_, order, amount, outcome) => {
  expect(calculateRefundOutcome(order, amount)).toEqual(outcome)
})
