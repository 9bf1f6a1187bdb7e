import { expect, test } from 'vitest'
import { computeNetAmount } from './net-amount.ts'

const item = { currency: 'ARS' as const, priceMinor: 1_000_000, sellerShareMinor: 900_000 }

test.each([
  ['before the provider has reported its fee', { providerFeeMinor: null, refundedMinor: 0 }, null],
  ['without a refund', { providerFeeMinor: 62_900, refundedMinor: 0 }, 837_100],
  [
    'after a refund of half the price and half the fee',
    { providerFeeMinor: 31_450, refundedMinor: 500_000 },
    418_550,
  ],
  ['after a full refund including the fee', { providerFeeMinor: 0, refundedMinor: 1_000_000 }, 0],
  [
    'after a chargeback without return of the fee',
    { providerFeeMinor: 62_900, refundedMinor: 1_000_000 },
    -62_900,
  ],
])('the seller’s net amount %s (%o) is %s minor units', (_, amounts, net) =>
  expect(computeNetAmount({ ...item, ...amounts })).toBe(net),
)
