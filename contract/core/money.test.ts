import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Currency } from './fields.ts'
import { LIMITS } from './limits.ts'
import {
  DEFAULT_COMMISSION_TIERS,
  calculateCommission,
  calculateReturnedCommission,
  fromDecimal,
  splitByShare,
  toDecimal,
  toMinor,
} from './money.ts'

const price = fc.integer({ min: LIMITS.price.min, max: LIMITS.dynamicPrice.max })

test.each([
  [1, 20],
  [9_999, 199_980],
  [10_000, 100_000],
  [49_999, 499_990],
  [50_000, 250_000],
  [999_999, 4_999_995],
])('the commission on %d pesos is %d centavos', (pesos, centavos) =>
  expect(calculateCommission(pesos, DEFAULT_COMMISSION_TIERS, 'ARS')).toBe(centavos),
)

test.each([
  [1, 0],
  [2, 0],
  [3, 100],
  [13, 300],
  [50_010, 250_100],
])(
  'the commission on %d Chilean pesos is rounded half up to whole pesos: %d in hundredths of a peso',
  (pesos, hundredths) =>
    expect(calculateCommission(pesos, DEFAULT_COMMISSION_TIERS, 'CLP')).toBe(hundredths),
)

describe('the commission and the conversion of any price', () => {
  test('the commission on a price of 0 is 0', () =>
    expect(calculateCommission(0, DEFAULT_COMMISSION_TIERS, 'ARS')).toBe(0))

  test('the commission is a whole number of minor units from zero up to less than the price', () =>
    fc.assert(
      fc.property(
        price.filter(units => units > 0),
        units => {
          const fee = calculateCommission(units, DEFAULT_COMMISSION_TIERS, 'ARS')
          expect(Number.isInteger(fee)).toBe(true)
          expect(fee).toBeGreaterThanOrEqual(0)
          expect(fee).toBeLessThan(toMinor(units))
        },
      ),
    ))

  test('an amount survives the conversion to the decimal format of MercadoPago and back', () =>
    fc.assert(
      fc.property(price, units => {
        expect(fromDecimal(toDecimal(toMinor(units)))).toBe(toMinor(units))
      }),
    ))
})

test('the parts of an amount that is split by shares add up to the amount', () =>
  fc.assert(
    fc.property(
      fc.nat(100_000_000),
      fc.array(fc.nat(100_000_000), { minLength: 1, maxLength: 20 }),
      fc.constantFrom(...Currency.options),
      (amount, shares, currency) => {
        const parts = splitByShare(amount, shares, currency)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        expect(parts.every(part => part >= 0)).toBe(true)
      },
    ),
  ))

test('splitting an amount gives the remaining minor units to the largest remainders', () =>
  expect(splitByShare(100, [1, 1, 1], 'ARS')).toEqual([34, 33, 33]))

test('an amount of whole units is split and returned in whole units where the currency has no others', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('CLP' as const, 'COP' as const),
      fc.array(fc.record({ price: fc.integer({ min: 1, max: 1_000_000 }), percent: fc.nat(100) }), {
        minLength: 1,
        maxLength: 10,
      }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (currency, lines, part) => {
        const prices = lines.map(({ price }) => toMinor(price))
        const total = prices.reduce((sum, price) => sum + price, 0)
        const refunded = toMinor(Math.floor((total / 100) * part))

        const parts = splitByShare(refunded, prices, currency)

        expect(parts.reduce((sum, minor) => sum + minor, 0)).toBe(refunded)
        for (const [index, { price, percent }] of lines.entries()) {
          const priceMinor = toMinor(price)
          const sellerShareMinor = priceMinor - calculateCommission(price, [{ percent }], currency)
          const refundedMinor = parts[index]!
          const returned = { priceMinor, sellerShareMinor, refundedMinor, currency }
          expect(refundedMinor % 100).toBe(0)
          expect(calculateReturnedCommission(returned) % 100).toBe(0)
        }
      },
    ),
  ))
