import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleItems } from './settle-items.ts'

/** 1000 at 20 % of commission and 9000 at 10 %, so that the commission of the order is 11 %. */
const ITEMS = [
  { id: 1, priceMinor: 100_000, sellerShareMinor: 80_000 },
  { id: 2, priceMinor: 900_000, sellerShareMinor: 810_000 },
]
const FEE = 50_000

/** Refunds of items alone that have returned the whole prices of the items. */
const toItemRefunds = (ids: readonly number[]) =>
  ids.map(id => ({ itemIds: [id], amountMinor: 0, isComplete: true }))

test.each<[string, number, number[], [number, number][]]>([
  [
    'nothing',
    0,
    [],
    [
      [0, 75_000],
      [0, 765_000],
    ],
  ],
  // MercadoPago returns 11 % of the refunded amount as commission, and the same share of its own fee.
  [
    'the first item',
    100_000,
    [1],
    [
      [100_000, -9000],
      [0, 765_000],
    ],
  ],
  [
    'an amount',
    100_000,
    [],
    [
      [10_000, 67_500],
      [90_000, 688_500],
    ],
  ],
  [
    'the first item, and an amount',
    190_000,
    [1],
    [
      [100_000, -9000],
      [90_000, 689_400],
    ],
  ],
  [
    'both items',
    1_000_000,
    [1],
    [
      [100_000, 0],
      [900_000, 0],
    ],
  ],
])(
  'items after the refund of %s show what was refunded and what is left',
  (_, returnedMinor, refunds, expected) => {
    const providerFeeMinor = (FEE * (1_000_000 - returnedMinor)) / 1_000_000
    const settled = settleItems(
      ITEMS,
      { returnedMinor, providerFeeMinor, currency: 'ARS' },
      toItemRefunds(refunds),
    )
    expect(settled.map(({ refundedMinor, netMinor }) => [refundedMinor, netMinor])).toEqual(
      expected,
    )
  },
)

test('whatever was refunded, the items add up to it, none gets more than its price, and the net amount depends on the sum only', () => {
  const Cart = fc.array(
    fc.record({
      priceMinor: fc.integer({ min: 1, max: 99_999_900 }),
      percent: fc.integer({ min: 5, max: 20 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const property = fc.property(
    Cart,
    fc.array(fc.boolean()),
    fc.double({ min: 0, max: 1, noNaN: true }),
    (cart, flags, share) => {
      const items = cart.map(({ priceMinor, percent }, id) => ({
        id,
        priceMinor,
        sellerShareMinor: priceMinor - Math.floor((priceMinor * percent) / 100),
      }))
      const refundedAlone = items.filter((_, index) => flags[index])
      const totalMinor = items.reduce((sum, { priceMinor }) => sum + priceMinor, 0)
      const ofItemsMinor = refundedAlone.reduce((sum, { priceMinor }) => sum + priceMinor, 0)
      const returnedMinor = ofItemsMinor + Math.floor((totalMinor - ofItemsMinor) * share)

      const returned = { returnedMinor, providerFeeMinor: 1000, currency: 'ARS' }
      const settled = settleItems(items, returned, toItemRefunds(refundedAlone.map(({ id }) => id)))
      const inProportion = settleItems(items, returned, [])

      const sum = (
        rows: typeof settled,
        field: 'refundedMinor' | 'netMinor' | 'providerFeeMinor',
      ) => rows.reduce((total, row) => total + row[field]!, 0)
      expect(sum(settled, 'refundedMinor')).toBe(returnedMinor)
      expect(sum(settled, 'providerFeeMinor')).toBe(1000)
      expect(sum(settled, 'netMinor')).toBe(sum(inProportion, 'netMinor'))
      for (const [index, { priceMinor }] of items.entries()) {
        expect(settled[index]!.refundedMinor).toBeLessThanOrEqual(priceMinor)
        if (flags[index]) expect(settled[index]!.refundedMinor).toBe(priceMinor)
      }
    },
  )
  fc.assert(property, { numRuns: 500 })
})

test('a reported returned commission counts instead of the proportional part', () => {
  const net = (returnedCommissionMinor: number | null) => {
    const returned = { returnedMinor: 500_000, providerFeeMinor: 0, currency: 'ARS' }
    const settled = settleItems(ITEMS, { ...returned, returnedCommissionMinor }, [])
    return settled.reduce((total, { netMinor }) => total + netMinor!, 0)
  }
  expect(net(0)).toBe(net(null) - 55_000)
  expect(net(12_345)).toBe(net(0) + 12_345)
})

test('an item that needs two refunds counts only the one that was made', () => {
  const [, dear] = settleItems(
    ITEMS,
    { returnedMinor: 500_000, providerFeeMinor: null, currency: 'ARS' },
    [{ itemIds: [2], amountMinor: 500_000, isComplete: false }],
  )

  expect(dear!.refundedMinor).toBe(500_000)
})
