import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../core/limits.ts'
import {
  PRICE_ENDINGS,
  type PriceEnding,
  type PriceRule,
  type PriceableProduct,
  decidePrice,
} from './price-rules.ts'

const FIXED: PriceableProduct = {
  price: 1000,
  leastPrice: 1,
  isPriceDynamic: false,
  suggestedPrice: 0,
  isPlanned: false,
  isOffered: false,
}
const percent = (value: number): PriceRule => ({ kind: 'percent', value })
const amount = (value: number): PriceRule => ({ kind: 'amount', value })
const decide = (
  product: Partial<PriceableProduct>,
  rule: PriceRule,
  ending: PriceEnding = 'none',
) => decidePrice({ ...FIXED, ...product }, rule, ending)

describe('a rule for prices', () => {
  test.each<[number, PriceRule, PriceEnding, number]>([
    [1000, percent(15), 'none', 1150],
    [999, percent(15), 'none', 1149],
    [9, percent(50), 'none', 14],
    [1000, percent(-15), 'none', 850],
    [1000, amount(250), 'none', 1250],
    [1000, amount(-1), 'none', 999],
    [1000, percent(15), '0', 1150],
    [1003, percent(15), '0', 1150],
    [1003, percent(15), '50', 1150],
    [1000, percent(18), '50', 1200],
    [1000, percent(15), '90', 1190],
    [1000, percent(40), '90', 1390],
    [1000, percent(44), '90', 1490],
    [10_000, percent(15), '990', 11_990],
    [10_000, percent(-15), '990', 8990],
    [26, percent(10), '9', 29],
    [180, percent(10), '99', 199],
    // The nearest price with the ending would be below 1.
    [300, percent(10), '990', 330],
    [10_000, { kind: 'price', value: 1234 }, '990', 1234],
  ])('a rule for prices makes %d, %o with the ending %s, %d', (price, rule, ending, newPrice) =>
    expect(decide({ price }, rule, ending)).toEqual({ price: newPrice }),
  )

  test.each<[string, Partial<PriceableProduct>, PriceRule, PriceEnding, string]>([
    ['a draft without a price', { price: null }, percent(10), 'none', 'no_price'],
    ['a free product', { price: 0 }, percent(10), 'none', 'free'],
    ['a planned change', { isPlanned: true }, percent(10), 'none', 'planned'],
    ['an offer', { isOffered: true }, percent(10), 'none', 'offered'],
    ['a price below 1', { price: 100 }, amount(-100), 'none', 'too_low'],
    ['a price above the highest', { price: 900_000 }, percent(20), 'none', 'too_high'],
    ['a price that stays', { price: 1 }, percent(10), 'none', 'unchanged'],
    // 1.414 would be rounded to 990.
    ['a raise that rounding makes a cut', { price: 1400 }, percent(1), '990', 'unchanged'],
    [
      'a minimum above what is suggested',
      { isPriceDynamic: true, suggestedPrice: 1100 },
      percent(20),
      'none',
      'above_suggested',
    ],
  ])('a rule for prices leaves %s as it is', (_, product, rule, ending, problem) =>
    expect(decide(product, rule, ending)).toEqual({ problem }),
  )

  test('a rule for prices leads to a price within the limits, in the direction of the rule, or to a problem', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: LIMITS.price.max }),
        fc.constantFrom('percent' as const, 'amount' as const),
        fc.integer({ min: -99, max: 1000 }).filter(value => value !== 0),
        fc.constantFrom(...PRICE_ENDINGS),
        (price, kind, value, ending) => {
          const decision = decide({ price }, { kind, value }, ending)
          if ('problem' in decision) return
          expect(Number.isInteger(decision.price)).toBe(true)
          expect(decision.price).toBeGreaterThanOrEqual(1)
          expect(decision.price).toBeLessThanOrEqual(LIMITS.price.max)
          expect(Math.sign(decision.price - price)).toBe(Math.sign(value))
        },
      ),
      { numRuns: 500 },
    ))
})
