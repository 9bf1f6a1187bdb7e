import { expect, test } from 'vitest'
import { getKeptMinor } from '#web/features/sales/kept-amount.ts'
import { getDeductions } from './deductions.ts'

const SOLD = {
  grossMinor: 890_000,
  feeMinor: 178_000,
  sellerShareMinor: 712_000,
  providerFeeMinor: 55_981,
  netMinor: 656_019,
  unsettledCount: 0,
  unsettledShareMinor: 0,
  reversedNetMinor: 0,
}
const NOTHING = Object.fromEntries(Object.keys(SOLD).map(name => [name, 0])) as typeof SOLD

test.each([
  ['with no sale', NOTHING, 2],
  ['with one sale', SOLD, 2],
  ['with a partial refund', { ...SOLD, netMinor: 418_685 }, 3],
  ['with a charged-back sale besides', { ...SOLD, reversedNetMinor: -55_981 }, 3],
  [
    'with a sale whose fee is not known',
    { ...SOLD, providerFeeMinor: 0, netMinor: 0, unsettledCount: 1, unsettledShareMinor: 712_000 },
    3,
  ],
])('the rows %s add up to what the seller keeps', (_, totals, rowCount) => {
  const rows = getDeductions(totals)

  const sum = rows.reduce((total, { minor }) => total + minor!, totals.grossMinor)
  expect(sum).toBe(getKeptMinor(totals))
  expect(rows).toHaveLength(rowCount)
})
