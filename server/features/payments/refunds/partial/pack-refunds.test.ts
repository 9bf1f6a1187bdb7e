import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Currency } from '#contract/core/fields.ts'
import { DEFAULT_COMMISSION_TIERS, chargeStep } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import { priceCart } from '#server/features/orders/checkout/pricing.ts'
import { settleItems } from './settle-items.ts'

const HISTORIES = 500

/** A pack or a product by itself; with a dynamic price, the buyer adds `extra` to the lowest one. Whole units. */
const wanted = fc.record({
  price: fc.integer({ min: 1, max: 99_999 }),
  extra: fc.option(fc.integer({ min: 0, max: 50_000 })),
  partPrices: fc.oneof(
    fc.constant<number[]>([]),
    fc.array(fc.integer({ min: 0, max: 99_999 }), { minLength: 2, maxLength: 20 }),
  ),
})
/** What goes back: the price of a line, or a share of what is left. */
const refund = fc.oneof(
  fc.record({ line: fc.nat({ max: 40 }) }),
  fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }) }),
)

/** Prices a cart of packs and products as the checkout does. */
function buildLines(cart: { price: number; extra: number | null; partPrices: number[] }[]) {
  const products = cart.map(({ price, extra, partPrices }, index) => ({
    id: 1000 + index,
    name: `Producto ${index}`,
    isPack: partPrices.length > 0,
    listPrice: null,
    offerKind: null,
    price,
    isPriceDynamic: extra !== null,
    guaranteeDays: 0,
    editionId: 1000 + index,
  }))
  const parts = cart.flatMap(({ partPrices }, index) =>
    partPrices.map((price, part) => ({
      packId: 1000 + index,
      id: 20 * index + part,
      name: `Parte ${part}`,
      price,
      guaranteeDays: 0,
      editionId: 20 * index + part,
    })),
  )
  const locked = parts.map(part => ({
    ...part,
    isPack: false,
    isPriceDynamic: false,
    listPrice: null,
    offerKind: null,
  }))
  const purchase = {
    payerEmail: 'ana@mail.test',
    products: cart.map(({ price, extra }, index) => ({
      id: 1000 + index,
      ...(extra !== null && { dynamicPrice: price + extra }),
    })),
  }
  return (currency: Currency) =>
    priceCart({ commissionTiers: DEFAULT_COMMISSION_TIERS, currency }, purchase, {
      products: [...locked, ...products],
      parts,
    }).lines.map((line, id) => ({ ...line, id }))
}

test('every line of an order with packs has its part of each refund to the cent', () => {
  const history = fc.property(
    fc.array(wanted, { minLength: 1, maxLength: 3 }),
    fc.array(refund, { maxLength: 6 }),
    fc.constantFrom<Currency>('ARS', 'CLP', 'COP'),
    (cart, refunds, currency) => {
      const lines = buildLines(cart)(currency)
      const totalMinor = sum(lines.map(({ priceMinor }) => priceMinor))
      const alone = new Set<number>()
      let returnedMinor = 0
      for (const step of refunds) {
        const leftMinor = totalMinor - returnedMinor
        if ('line' in step) {
          const line = lines[step.line % lines.length]!
          const settled = settleItems(lines, { ...returned(), currency }, itemRefunds())
          const ofLineMinor = line.priceMinor - settled[line.id]!.refundedMinor
          // A line that an earlier refund of an amount took a part of has only the rest left.
          if (alone.has(line.id) || ofLineMinor !== line.priceMinor) continue
          alone.add(line.id)
          returnedMinor += line.priceMinor
        } else
          returnedMinor +=
            Math.floor((leftMinor * step.share) / chargeStep(currency)) * chargeStep(currency)

        const settled = settleItems(lines, { ...returned(), currency }, itemRefunds())

        expect(sum(settled.map(({ refundedMinor }) => refundedMinor))).toBe(returnedMinor)
        expect(sum(settled.map(({ providerFeeMinor }) => providerFeeMinor!))).toBe(1000)
        for (const [index, { priceMinor }] of lines.entries()) {
          expect(settled[index]!.refundedMinor).toBeLessThanOrEqual(priceMinor)
          expect(settled[index]!.refundedMinor).toBeGreaterThanOrEqual(0)
          if (alone.has(index)) expect(settled[index]!.refundedMinor).toBe(priceMinor)
        }
      }
      if (returnedMinor === totalMinor)
        expect(
          sum(
            settleItems(lines, { ...returned(0), currency }, itemRefunds()).map(
              ({ netMinor }) => netMinor!,
            ),
          ),
        ).toBe(0)

      function returned(providerFeeMinor = 1000) {
        return { returnedMinor, providerFeeMinor }
      }
      function itemRefunds() {
        return [...alone].map(id => ({ itemIds: [id], amountMinor: 0, isComplete: true }))
      }
    },
  )
  fc.assert(history, { numRuns: HISTORIES })
})
