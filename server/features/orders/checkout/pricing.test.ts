import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Currency } from '#contract/core/fields.ts'
import {
  DEFAULT_COMMISSION_TIERS,
  calculateCommission,
  chargeStep,
  findCommissionTier,
  toMinor,
} from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import { offerCompletion } from '../completion/price.ts'
import type { OwnedPart } from '../completion/queries.ts'
import { priceCart } from './pricing.ts'

/** Prices a pack of parts with these prices, in whole units. */
function pricePack(
  price: number,
  partPrices: number[],
  currency: Currency,
  /** Given if the pack is completed: the parts that the buyer has, and the difference that the page showed. */
  completed?: { ownedParts: OwnedPart[]; seenPrice: number },
) {
  const pack = {
    id: 1000,
    name: 'Pack',
    isPack: true,
    listPrice: null,
    offerKind: null,
    price,
    isPriceDynamic: false,
    guaranteeDays: 0,
    editionId: 1000,
  }
  const parts = partPrices.map((partPrice, index) => ({
    packId: pack.id,
    id: index + 1,
    name: `Parte ${index + 1}`,
    price: partPrice,
    guaranteeDays: index,
    editionId: index + 1,
  }))
  const locked = parts.map(part => ({
    ...part,
    isPack: false,
    isPriceDynamic: false,
    listPrice: null,
    offerKind: null,
  }))
  return priceCart(
    { commissionTiers: DEFAULT_COMMISSION_TIERS, currency },
    {
      products: [
        {
          id: pack.id,
          seenPrice: completed?.seenPrice ?? price,
          ...(completed && { completes: {} }),
        },
      ],
      payerEmail: 'ana@mail.test',
    },
    { products: [...locked, pack], parts, ownedParts: completed?.ownedParts ?? [] },
  ).lines
}

const price = fc.integer({ min: 1, max: 999_999 })
const partPrices = fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 2, maxLength: 20 })
const currency = fc.constantFrom<Currency>('ARS', 'CLP', 'COP', 'UYU')

test('the lines of a pack add up to its price and its commission, in amounts that the currency has', () => {
  fc.assert(
    fc.property(price, partPrices, currency, (price, partPrices, currency) => {
      const lines = pricePack(price, partPrices, currency)

      expect(sum(lines.map(line => line.priceMinor))).toBe(toMinor(price))
      expect(sum(lines.map(line => line.feeMinor))).toBe(
        calculateCommission(price, DEFAULT_COMMISSION_TIERS, currency),
      )
      for (const line of lines) {
        expect(line.feeMinor + line.sellerShareMinor).toBe(line.priceMinor)
        expect(Math.min(line.feeMinor, line.sellerShareMinor)).toBeGreaterThanOrEqual(0)
        expect(line.priceMinor % chargeStep(currency)).toBe(0)
        expect(line.feeMinor % chargeStep(currency)).toBe(0)
        expect(line.priceMinor + line.discountMinor).toBe(line.listPriceMinor ?? line.priceMinor)
      }
    }),
    { numRuns: 500 },
  )
})

test('the price of a pack is split by the prices of its parts', () => {
  expect(pricePack(1500, [1000, 3000], 'ARS')).toMatchObject([
    { productId: 1, packId: 1000, priceMinor: 37_500, listPriceMinor: 100_000, feeMinor: 7500 },
    { productId: 2, packName: 'Pack', priceMinor: 112_500, discountMinor: 187_500, feePercent: 20 },
  ])
})

test('a pack that costs more than its parts shows no discount', () => {
  expect(pricePack(3000, [1000, 1000], 'CLP')).toMatchObject([
    { priceMinor: 150_000, listPriceMinor: null, discountMinor: 0 },
    { priceMinor: 150_000, listPriceMinor: null, discountMinor: 0 },
  ])
})

test('a buyer who completes a pack pays the difference to the cent, never more than the missing parts cost', () => {
  fc.assert(
    fc.property(
      price,
      partPrices,
      fc.array(fc.option(fc.integer({ min: 1, max: 99_999_900 })), {
        minLength: 20,
        maxLength: 20,
      }),
      currency,
      (price, partPrices, paid, currency) => {
        const ownedParts = paid.flatMap((amount, index) =>
          amount === null || index >= partPrices.length
            ? []
            : [{ productId: index + 1, paidMinor: amount - (amount % chargeStep(currency)) }],
        )
        const parts = partPrices.map((partPrice, index) => ({ id: index + 1, price: partPrice }))
        const offer = offerCompletion(price, parts, ownedParts)
        expect(offer === undefined).toBe(
          ownedParts.length === 0 || ownedParts.length === parts.length,
        )
        if (!offer) return

        const lines = pricePack(price, partPrices, currency, { ownedParts, seenPrice: offer.price })

        const paidMinor = sum(ownedParts.map(part => part.paidMinor))
        expect(sum(lines.map(line => line.priceMinor))).toBe(toMinor(offer.price))
        expect(toMinor(offer.price)).toBeLessThanOrEqual(
          Math.max(toMinor(1), toMinor(price) - paidMinor),
        )
        expect(offer.price).toBeLessThanOrEqual(
          sum(offer.missingParts.map(part => Math.max(part.price, 1))),
        )
        expect(lines.map(({ productId }) => productId)).toEqual(
          parts.map(({ id }) => id).filter(id => ownedParts.every(part => part.productId !== id)),
        )
        for (const line of lines) {
          expect(line.feeMinor + line.sellerShareMinor).toBe(line.priceMinor)
          expect(line.feePercent).toBe(findCommissionTier(price, DEFAULT_COMMISSION_TIERS).percent)
          expect(line.priceMinor % chargeStep(currency)).toBe(0)
          expect(line.feeMinor % chargeStep(currency)).toBe(0)
        }
      },
    ),
    { numRuns: 500 },
  )
})
