import { describe, expect, test } from 'vitest'
import type { CouponTerms } from '#contract/coupon-discount.ts'
import type { Currency } from '#contract/core/fields.ts'
import { DEFAULT_COMMISSION_TIERS } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import { settleItems } from '#server/features/payments/refunds/partial/settle-items.ts'
import { priceCart } from './pricing.ts'

interface Wanted {
  price: number
  /** What the buyer offers for a dynamic price. */
  offer?: number
  /** What it costs after its offer. */
  listPrice?: number
  /** How much cheaper it is beside the first product of the cart, in percent. */
  bump?: number
  /** The prices of the parts of a pack. */
  parts?: number[]
  /** What the buyer has paid for the first part of a pack that is completed. */
  completed?: number
}

/** Prices a cart whose products have the ids 1, 2, 3; the parts of a pack are 10 and more above its own. */
function priceWithCoupon(
  currency: Currency,
  cart: Wanted[],
  { kind, value, only, minimum }: Coupon,
) {
  const products = cart.map(({ price, offer, listPrice, parts }, index) => ({
    id: index + 1,
    name: `Producto ${index + 1}`,
    isPack: parts !== undefined,
    price,
    listPrice: listPrice ?? null,
    offerKind: listPrice === undefined ? null : ('struck' as const),
    isPriceDynamic: offer !== undefined,
    guaranteeDays: 0,
    editionId: index + 1,
  }))
  const parts = cart.flatMap(({ parts = [] }, index) =>
    parts.map((price, part) => ({
      packId: index + 1,
      id: 10 * (index + 1) + part,
      name: `Parte ${part + 1}`,
      price,
      guaranteeDays: 0,
      editionId: 10 * (index + 1) + part,
    })),
  )
  const locked = parts.map(part => ({
    ...part,
    isPack: false,
    isPriceDynamic: false,
    listPrice: null,
    offerKind: null,
  }))
  const ownedParts = cart.flatMap(({ completed }, index) =>
    completed === undefined ? [] : [{ productId: 10 * (index + 1), paidMinor: completed * 100 }],
  )
  const purchase = {
    payerEmail: 'ana@mail.test',
    products: cart.map(({ offer, bump, completed }, index) => ({
      id: index + 1,
      ...(bump !== undefined && { bumpOf: 1 }),
      ...(offer !== undefined && { dynamicPrice: offer }),
      ...(completed !== undefined && { completes: {} }),
    })),
  }
  return priceCart({ commissionTiers: DEFAULT_COMMISSION_TIERS, currency }, purchase, {
    products: [...locked, ...products],
    parts,
    ownedParts,
    bumps: cart.flatMap(({ bump }, index) =>
      bump === undefined ? [] : [{ productId: 1, offeredId: index + 1, percent: bump }],
    ),
    coupon: { kind, value, productIds: only ?? null, minimum: minimum ?? null },
  })
}

type Coupon = Pick<CouponTerms, 'kind' | 'value'> & { only?: number[]; minimum?: number }

const percent = (value: number, only?: number[]): Coupon => ({
  kind: 'percent',
  value,
  ...(only && { only }),
})
const amount = (value: number, only?: number[]): Coupon => ({
  kind: 'amount',
  value,
  ...(only && { only }),
})

/** What is paid for each line, what the coupon took off, and the commission. */
type Row = [
  name: string,
  cart: Wanted[],
  coupon: Coupon,
  prices: number[],
  off: number,
  fee: number,
]

const BOOK = { price: 10_000 }
const PACK = { price: 9000, parts: [10_000, 999] }
const OPEN = { price: 700, offer: 1000 }
const COMPLETED = { price: 9000, parts: [4000, 6000], completed: 4000 }

const ARS: Row[] = [
  ['at the commission step of the list price', [{ price: 10_500 }], percent(10), [9450], 1050, 945],
  ['rounded for the buyer', [{ price: 9999 }], percent(15), [8499], 1500, 1699.8],
  ['an amount', [{ price: 50_000 }], amount(1000), [49_000], 1000, 2450],
  ['of what is offered', [{ price: 9000, offer: 12_000 }], percent(25), [9000], 3000, 900],
  ['of a pack', [PACK], percent(10), [7364.31, 735.69], 900, 1620],
  ['of all kinds', [BOOK, PACK, OPEN], amount(2000), [9000, 7364.31, 735.69, 900], 2000, 2700],
  ['of one of two', [BOOK, { price: 999 }], percent(50, [2]), [10_000, 499], 500, 1099.8],
  ['to the last unit', [BOOK, { price: 1 }], amount(9000), [1001, 1], 8999, 100.3],
  ['nothing of a completion', [COMPLETED, BOOK], percent(10), [5000, 9000], 1000, 1900],
  // The coupon is taken off the price after the offer, and the lower price counts.
  ['instead of an offer', [{ price: 9500, listPrice: 10_500 }], percent(20), [8400], 1100, 840],
  [
    'beside a lower offer',
    [{ price: 8000, listPrice: 10_000 }, BOOK],
    percent(10),
    [8000, 9000],
    1000,
    1700,
  ],
  // The discount of the second product is its bump if it is the better one.
  [
    'beside a better bump',
    [BOOK, { price: 12_000, bump: 20 }],
    percent(10),
    [9000, 9600],
    1000,
    1860,
  ],
  ['instead of a bump', [BOOK, { price: 12_000, bump: 20 }], percent(50), [5000, 6000], 8600, 1100],
  ['everything', [BOOK, PACK], percent(100), [0, 0, 0], 19_000, 0],
]

/** What differs where whole units are charged. */
const IN_WHOLE_UNITS: Record<string, [prices: number[], fee: number]> = {
  'rounded for the buyer': [[8499], 1700],
  'of a pack': [[7364, 736], 1620],
  'of all kinds': [[9000, 7364, 736, 900], 2700],
  'of one of two': [[10_000, 499], 1100],
  'to the last unit': [[1001, 1], 100],
}
const CLP = ARS.map(([name, cart, coupon, prices, off, fee]): Row => {
  const [wholePrices, wholeFee] = IN_WHOLE_UNITS[name] ?? [prices, fee]
  return [name, cart, coupon, wholePrices, off, wholeFee]
})

describe.each([
  ['ARS', ARS],
  ['CLP', CLP],
] as const)('a coupon in %s', (currency, rows) => {
  test.each(rows)(
    'a coupon is taken off %s, and refunded by lines',
    (_, cart, coupon, prices, off, fee) => {
      const { lines, couponMinor } = priceWithCoupon(currency, cart, coupon)

      expect(lines.map(({ priceMinor }) => priceMinor / 100)).toEqual(prices)
      expect(couponMinor / 100).toBe(off)
      expect(sum(lines.map(({ feeMinor }) => feeMinor)) / 100).toBe(fee)
      for (const {
        priceMinor,
        feeMinor,
        sellerShareMinor,
        listPriceMinor,
        discountMinor,
      } of lines) {
        expect(feeMinor + sellerShareMinor).toBe(priceMinor)
        expect(priceMinor + discountMinor).toBe(listPriceMinor ?? priceMinor)
      }
      const returnedMinor = lines[0]!.priceMinor
      const settled = settleItems(
        lines.map((line, id) => ({ ...line, id })),
        { returnedMinor, providerFeeMinor: 0, currency },
        [{ itemIds: [0], amountMinor: returnedMinor, isComplete: true }],
      )
      expect(settled.map(({ refundedMinor }) => refundedMinor)).toEqual(
        lines.map((_, index) => (index === 0 ? returnedMinor : 0)),
      )
    },
  )

  test.each([
    ['ERROR_COUPON_MINIMUM', [BOOK], { ...percent(10), minimum: 10_001 }],
    ['ERROR_COUPON_PRODUCTS', [BOOK], percent(10, [2])],
    ['ERROR_COUPON_OFFER', [{ price: 8000, listPrice: 10_000 }], percent(20)],
    ['ERROR_COUPON_PART', [BOOK, PACK], percent(100, [1])],
    ['ERROR_COUPON_PART', [{ ...PACK, completed: 9000 }, BOOK], percent(100)],
  ] as [string, Wanted[], Coupon][])('a coupon is refused with %s', (code, cart, coupon) => {
    expect(() => priceWithCoupon(currency, cart, coupon)).toThrow(code)
  })
})
