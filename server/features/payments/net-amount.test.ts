import { expect, test } from 'vitest'
import { computeNetAmount } from './net-amount.ts'

const sale = { priceMinor: 1_000_000, sellerShareMinor: 900_000 }

test.each([
  ['before the provider has reported its fee', { providerFeeMinor: null, refundedMinor: 0 }, null],
  ['as sold', { providerFeeMinor: 62_900, refundedMinor: 0 }, 837_100],
  [
    'half of it refunded, half of the fee with it',
    { providerFeeMinor: 31_450, refundedMinor: 500_000 },
    418_550,
  ],
  ['all of it refunded, the fee too', { providerFeeMinor: 0, refundedMinor: 1_000_000 }, 0],
  ['charged back, the fee kept', { providerFeeMinor: 62_900, refundedMinor: 1_000_000 }, -62_900],
])('%s', (_, settled, net) => expect(computeNetAmount({ ...sale, ...settled })).toBe(net))
