import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Currency } from './fields.ts'
import {
  type CommissionTier,
  DEFAULT_COMMISSION_TIERS,
  calculateCommission,
  toMinor,
} from './money.ts'
import { findLowerPrice } from './lower-price.ts'

/** A commission that is higher above 9.999, so that a price just above it leaves less than 9.999. */
const RISING_TIERS: readonly CommissionTier[] = [{ below: 10_000, percent: 5 }, { percent: 10 }]

test.each([
  ['ARS', 9_999, undefined],
  ['ARS', 10_000, { price: 9_999, keptMinor: 949_905 }],
  ['ARS', 10_554, { price: 9_999, keptMinor: 949_905 }],
  ['ARS', 10_555, undefined],
  ['CLP', 10_000, { price: 9_999, keptMinor: 949_900 }],
  ['CLP', 10_554, { price: 9_999, keptMinor: 949_900 }],
  ['CLP', 10_556, undefined],
] as const)('the lower price that leaves more than %s %d is %o', (currency, price, lower) =>
  expect(findLowerPrice(price, RISING_TIERS, currency)).toEqual(lower),
)

test.each([
  ['ARS', 10_000, undefined],
  ['ARS', 50_000, undefined],
  ['COP', 10_000, undefined],
  // The commission on 10.005 is 1.000,5 and is rounded to 1.001, so the last peso goes to the marketplace.
  ['COP', 10_005, { price: 10_004, keptMinor: 900_400 }],
] as const)(
  'the lower price that leaves as much as %s %d is %o with the commission by default',
  (currency, price, lower) =>
    expect(findLowerPrice(price, DEFAULT_COMMISSION_TIERS, currency)).toEqual(lower),
)

const MAX_PRICE = 400

const tierTables = fc
  .record({
    bounds: fc.uniqueArray(fc.integer({ min: 1, max: MAX_PRICE }), { maxLength: 5 }),
    percents: fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ bounds, percents }): CommissionTier[] => [
    ...bounds
      .toSorted((a, b) => a - b)
      .map((below, index) => ({ below, percent: percents[index]! })),
    { percent: percents[5]! },
  ])

test('a lower price is found exactly if one leaves at least as much, and it is the one that leaves the most', () =>
  fc.assert(
    fc.property(
      tierTables,
      fc.integer({ min: 1, max: MAX_PRICE }),
      fc.constantFrom(...Currency.options),
      (tiers, price, currency) => {
        const keptOf = (units: number) =>
          toMinor(units) - calculateCommission(units, tiers, currency)
        const lowerPrices = Array.from({ length: price - 1 }, (_, index) => index + 1)
        const most = Math.max(...lowerPrices.map(keptOf))
        const expected =
          most >= keptOf(price)
            ? { price: lowerPrices.find(lower => keptOf(lower) === most), keptMinor: most }
            : undefined

        expect(findLowerPrice(price, tiers, currency)).toEqual(expected)
      },
    ),
    { numRuns: 500 },
  ))
