import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Currency } from '#contract/core/fields.ts'
import {
  DEFAULT_COMMISSION_TIERS,
  calculateCommission,
  chargeStep,
  toMinor,
} from '#contract/core/money.ts'
import { type CouponTerms, quote } from '#contract/prices/quote.ts'
import { sum } from '#contract/core/sum.ts'
import { settleItems } from '#server/features/payments/refunds/partial/settle-items.ts'
import { type PricedProduct, describePrices } from '#tools/priced-products.ts'
import { toOrderItems } from './order-items.ts'

/** The items of an order of products, with a coupon. */
function itemsOf(wanted: PricedProduct[], currency: Currency, terms?: CouponTerms) {
  const { cart, facts, products, parts } = describePrices(wanted)
  const coupon = terms ? { code: 'FERIA', terms, refusal: null } : null
  const quoted = quote(cart, { ...facts, coupon })
  const rules = { commissionTiers: DEFAULT_COMMISSION_TIERS, currency }
  return { quoted, items: toOrderItems(quoted, { products, parts }, rules) }
}

const tenPercent: CouponTerms = { kind: 'percent', value: 10, productIds: null, minimum: null }
const price = fc.integer({ min: 20, max: 999_999 })
const partPrices = fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 2, maxLength: 20 })
const currency = fc.constantFrom<Currency>('ARS', 'CLP', 'COP', 'UYU')
const paidBefore = fc.option(fc.integer({ min: 1, max: 999_999 }), { nil: undefined })
const terms = fc.option(
  fc.integer({ min: 1, max: 99 }).map(value => ({ ...tenPercent, value })),
  { nil: undefined },
)

test('the items of a pack add up to its price and its commission, and each costs at least a unit that the currency has', () => {
  fc.assert(
    fc.property(price, partPrices, paidBefore, terms, currency, (price, parts, paid, ...rest) => {
      const [terms, currency] = rest
      const { quoted, items } = itemsOf([{ price, parts, paidForFirst: paid }], currency, terms)
      const [line] = quoted.lines

      expect(items.map(({ productId }) => productId)).toEqual(line!.partIds)
      expect(sum(items.map(item => item.priceMinor))).toBe(toMinor(line!.price))
      expect(sum(items.map(item => item.feeMinor))).toBe(
        Math.min(
          calculateCommission(line!.price, DEFAULT_COMMISSION_TIERS, currency),
          calculateCommission(line!.before, DEFAULT_COMMISSION_TIERS, currency),
        ),
      )
      for (const item of items) {
        expect(item.feeMinor + item.sellerShareMinor).toBe(item.priceMinor)
        expect(Math.min(item.feeMinor, item.sellerShareMinor)).toBeGreaterThanOrEqual(0)
        expect(item.priceMinor).toBeGreaterThanOrEqual(toMinor(1))
        expect(item.priceMinor % chargeStep(currency)).toBe(0)
        expect(item.feeMinor % chargeStep(currency)).toBe(0)
        expect(item.priceMinor + item.discountMinor).toBe(item.listPriceMinor ?? item.priceMinor)
      }
    }),
    { numRuns: 1000 },
  )
})

test('the price of a pack is split by the prices of its parts', () => {
  expect(itemsOf([{ price: 1500, parts: [1000, 3000] }], 'ARS').items).toMatchObject([
    { packId: 1, priceMinor: 37_500, listPriceMinor: 100_000, feeMinor: 7500 },
    { packName: 'Producto 1', priceMinor: 112_500, discountMinor: 187_500, feePercent: 20 },
  ])
})

test('a pack that costs more than its parts shows no discount', () => {
  expect(itemsOf([{ price: 3000, parts: [1000, 1000] }], 'CLP').items).toMatchObject([
    { priceMinor: 150_000, listPriceMinor: null, discountMinor: 0 },
    { priceMinor: 150_000, listPriceMinor: null, discountMinor: 0 },
  ])
})

test.each<[string, Currency, PricedProduct[], prices: number[]]>([
  [
    'two parts for two units',
    'CLP',
    [{ price: 5000, parts: [5000, 300, 400], paidForFirst: 5000 }],
    [1, 1],
  ],
  [
    'a pack of twenty units',
    'CLP',
    [{ price: 20, parts: [900, 300, 40, 2000, 3] }],
    [5, 2, 1, 11, 1],
  ],
  ['a pack with a tiny part', 'COP', [{ price: 1000, parts: [20_000, 300] }], [985, 15]],
])('each item of an order costs at least a unit: %s', (_, currency, wanted, prices) => {
  expect(itemsOf(wanted, currency).items.map(({ priceMinor }) => priceMinor / 100)).toEqual(prices)
})

test('the items of an order with a discount keep what they would cost, and the commission that is due', () => {
  const { items } = itemsOf([{ price: 10_500 }, { price: 50_000, listPrice: 60_000 }], 'ARS', {
    ...tenPercent,
    value: 90,
  })

  expect(items).toMatchObject([
    { priceMinor: 105_000, listPriceMinor: 1_050_000, discountMinor: 945_000, feeMinor: 21_000 },
    { priceMinor: 600_000, listPriceMinor: 6_000_000, discountMinor: 5_400_000, feePercent: 20 },
  ])
})

test('every item of an order with packs has its part of each refund to the cent', () => {
  const product = fc.oneof(
    fc.record({ price: fc.integer({ min: 1, max: 99_999 }) }),
    fc.record({ price: fc.integer({ min: 20, max: 99_999 }), parts: partPrices }),
  )
  /** What goes back: the price of an item, or a share of what is left. */
  const refund = fc.oneof(
    fc.record({ item: fc.nat({ max: 60 }) }),
    fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  )
  const history = fc.property(
    fc.array(product as fc.Arbitrary<PricedProduct>, { minLength: 1, maxLength: 3 }),
    fc.array(refund, { maxLength: 6 }),
    currency,
    (wanted, refunds, currency) => {
      const items = itemsOf(wanted, currency).items.map((item, id) => ({ ...item, id }))
      const step = chargeStep(currency)
      const totalMinor = sum(items.map(({ priceMinor }) => priceMinor))
      const alone = new Set<number>()
      let returnedMinor = 0
      const settle = (providerFeeMinor = 1000) =>
        settleItems(
          items,
          { returnedMinor, providerFeeMinor, currency },
          [...alone].map(id => ({
            itemIds: [id],
            amountMinor: items[id]!.priceMinor,
            isComplete: true,
          })),
        )
      for (const each of refunds) {
        if ('item' in each) {
          const { id, priceMinor } = items[each.item % items.length]!
          // An item that an earlier refund of an amount took a part of has only the rest left.
          if (alone.has(id) || settle()[id]!.refundedMinor > 0) continue
          alone.add(id)
          returnedMinor += priceMinor
        } else
          returnedMinor += Math.floor(((totalMinor - returnedMinor) * each.share) / step) * step

        const settled = settle()

        expect(sum(settled.map(({ refundedMinor }) => refundedMinor))).toBe(returnedMinor)
        expect(sum(settled.map(({ providerFeeMinor }) => providerFeeMinor!))).toBe(1000)
        for (const [index, { priceMinor }] of items.entries()) {
          expect(settled[index]!.refundedMinor).toBeLessThanOrEqual(priceMinor)
          expect(settled[index]!.refundedMinor).toBeGreaterThanOrEqual(0)
          if (alone.has(index)) expect(settled[index]!.refundedMinor).toBe(priceMinor)
        }
      }
      if (returnedMinor === totalMinor)
        expect(sum(settle(0).map(({ netMinor }) => netMinor!))).toBe(0)
    },
  )
  fc.assert(history, { numRuns: 500 })
})
