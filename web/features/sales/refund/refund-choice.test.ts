import { expect, test } from 'vitest'
import { type RefundChoice, readChoice } from './refund-choice.ts'

const item = { productName: 'Guía', refundedMinor: 0 }
const REFUNDABLE = {
  leftMinor: 95_000,
  currency: 'ARS' as const,
  items: [
    { ...item, itemId: 1, priceMinor: 30_000 },
    { ...item, itemId: 2, priceMinor: 70_000, refundedMinor: 5000 },
    { ...item, itemId: 3, priceMinor: 20_000, refundedMinor: 20_000 },
  ],
}
const NOTHING: RefundChoice = { kind: 'all', itemIds: [], amountText: '' }

test.each<[string, Partial<RefundChoice>, ReturnType<typeof readChoice>]>([
  ['everything', {}, { amountMinor: 95_000, body: {} }],
  ['no item', { kind: 'items' }, undefined],
  [
    'an item of which a part was refunded',
    { kind: 'items', itemIds: [2] },
    { amountMinor: 65_000, body: { itemIds: [2] } },
  ],
  [
    'all items that are left',
    { kind: 'items', itemIds: [1, 2] },
    { amountMinor: 95_000, body: {} },
  ],
  [
    'an amount',
    { kind: 'amount', amountText: '123,45' },
    { amountMinor: 12_345, body: { amountMinor: 12_345 } },
  ],
  ['the whole amount', { kind: 'amount', amountText: '950' }, { amountMinor: 95_000, body: {} }],
  ['a centavo too much', { kind: 'amount', amountText: '950,01' }, undefined],
  ['zero', { kind: 'amount', amountText: '0' }, undefined],
  ['no amount', { kind: 'amount' }, undefined],
])('the choice of %s is read as a request', (_, choice, expected) =>
  expect(readChoice({ ...NOTHING, ...choice }, REFUNDABLE)).toEqual(expected),
)

test('currencies without decimals have no amounts with decimals', () => {
  const choice = { ...NOTHING, kind: 'amount' as const, amountText: '100,50' }
  expect(readChoice(choice, { ...REFUNDABLE, currency: 'CLP' })).toBeUndefined()
})
