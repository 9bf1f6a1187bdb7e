import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Currency } from '../core/fields.ts'
import {
  DEFAULT_COMMISSION_TIERS,
  calculateCommission,
  chargeCommission,
  toMinor,
} from '../core/money.ts'
import { sum } from '../core/sum.ts'
import {
  type CouponRefusal,
  type CouponTerms,
  type PriceReason,
  type QuoteFacts,
  isWorse,
  quote,
  toSeen,
} from './quote.ts'

interface Wanted {
  price: number
  /** What the buyer offers for a dynamic price. */
  offer?: number | undefined
  /** What it costs after its offer. */
  listPrice?: number | undefined
  /** How much cheaper it is beside the first product of the cart, in percent. */
  bump?: number | undefined
  /** The prices of the parts of a pack. */
  parts?: number[] | undefined
  /** What the buyer has paid for the first part of a pack that is completed, in whole units. */
  completed?: number | undefined
}

type Coupon = Pick<CouponTerms, 'kind' | 'value'> & { only?: number[]; minimum?: number }

/** Describes a cart whose products have the ids 1, 2, 3; the parts of a pack have ten times its id and more. */
function describeCart(wanted: Wanted[], coupon?: Coupon) {
  const facts: QuoteFacts = {
    products: wanted.map(({ price, offer, listPrice, parts }, index) => ({
      id: index + 1,
      price,
      listPrice: listPrice ?? null,
      isPriceDynamic: offer !== undefined,
      parts: parts ? parts.map((price, part) => ({ id: 100 * (index + 1) + part, price })) : null,
    })),
    bumps: wanted.flatMap(({ bump }, index) =>
      bump === undefined ? [] : [{ productId: 1, offeredId: index + 1, percent: bump }],
    ),
    credits: wanted.flatMap(({ completed }, index) =>
      completed === undefined
        ? []
        : [{ packId: index + 1, partId: 100 * (index + 1), creditMinor: completed * 100 }],
    ),
    coupon: coupon
      ? {
          code: 'FERIA',
          refusal: null,
          terms: { productIds: coupon.only ?? null, minimum: coupon.minimum ?? null, ...coupon },
        }
      : null,
  }
  const products = wanted.map(({ offer, bump, completed }, index) => ({
    id: index + 1,
    ...(bump !== undefined && index > 0 && { bumpOf: 1 }),
    ...(offer !== undefined && { dynamicPrice: offer }),
    ...(completed !== undefined && { completes: {} }),
  }))
  return { cart: { products }, facts }
}

const quoteOf = (wanted: Wanted[], coupon?: Coupon) => {
  const { cart, facts } = describeCart(wanted, coupon)
  return quote(cart, facts)
}

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

const BOOK = { price: 10_000 }
const PACK = { price: 9000, parts: [10_000, 999] }
const OPEN = { price: 700, offer: 1000 }
const COMPLETED = { price: 9000, parts: [4000, 6000], completed: 4000 }
const OFFERED = { price: 9500, listPrice: 10_500 }
const BUMPED = { price: 12_000, bump: 20 }

describe('the price of a product', () => {
  test.each<[string, Wanted[], [paid: number, before: number, why: PriceReason][]]>([
    ['is what its seller asks', [BOOK], [[10_000, 10_000, 'seller']]],
    ['is what its buyer chooses', [OPEN], [[1000, 1000, 'buyer']]],
    ['is never less than its seller asks', [{ ...OPEN, offer: 699 }], [[700, 700, 'seller']]],
    ['is that of its offer', [OFFERED], [[9500, 10_500, 'offer']]],
    [
      'is lower beside another one',
      [BOOK, BUMPED],
      [
        [10_000, 10_000, 'seller'],
        [9600, 12_000, 'bump'],
      ],
    ],
    [
      'is that of an offer where it is lower than beside another one',
      [BOOK, { ...OFFERED, bump: 5 }],
      [
        [10_000, 10_000, 'seller'],
        [9500, 10_500, 'offer'],
      ],
    ],
    ['is the difference of a pack', [COMPLETED], [[5000, 9000, 'completion']]],
    [
      'is at most that of the missing parts',
      [{ price: 20_000, parts: [4000, 600], completed: 4000 }],
      [[600, 20_000, 'completion']],
    ],
    [
      'is a unit for each missing part of a pack that is nearly paid',
      [{ price: 5000, parts: [5000, 300, 400], completed: 5000 }],
      [[2, 5000, 'completion']],
    ],
  ])('the price of a product %s', (_, cart, expected) => {
    expect(quoteOf(cart).lines.map(({ price, before, why }) => [price, before, why])).toEqual(
      expected,
    )
  })

  test('the price of a product beside one that was itself offered is its own', () => {
    const { facts } = describeCart([BOOK, BUMPED])
    const bumps = [...facts.bumps, { productId: 2, offeredId: 1, percent: 50 }]

    const { total } = quote(
      {
        products: [
          { id: 1, bumpOf: 2 },
          { id: 2, bumpOf: 1 },
        ],
      },
      { ...facts, bumps },
    )

    expect(total).toBe(22_000)
  })
})

describe('a coupon', () => {
  test.each<[string, Wanted[], Coupon, prices: number[], off: number]>([
    ['a percentage', [{ price: 10_500 }], percent(10), [9450], 1050],
    ['a percentage, rounded for the buyer', [{ price: 9999 }], percent(15), [8499], 1500],
    ['an amount', [{ price: 50_000 }], amount(1000), [49_000], 1000],
    ['of what is offered', [{ price: 9000, offer: 12_000 }], percent(25), [9000], 3000],
    ['of a pack', [PACK], percent(10), [8100], 900],
    ['of all kinds', [BOOK, PACK, OPEN], amount(2000), [9000, 8100, 900], 2000],
    ['of one of two', [BOOK, { price: 999 }], percent(50, [2]), [10_000, 499], 500],
    ['to the last unit', [BOOK, { price: 1 }], amount(9000), [1001, 1], 8999],
    ['to a unit for each part of a pack', [PACK, BOOK], percent(99), [90, 100], 18_810],
    ['nothing of a completion', [COMPLETED, BOOK], percent(10), [5000, 9000], 1000],
    // The coupon is taken off the price after the offer, and the lower price counts.
    ['instead of an offer', [OFFERED], percent(20), [8400], 2100],
    [
      'beside a lower offer',
      [{ price: 8000, listPrice: 10_000 }, BOOK],
      percent(10),
      [8000, 9000],
      1000,
    ],
    ['beside a better bump', [BOOK, BUMPED], percent(10), [9000, 9600], 1000],
    ['instead of a bump', [BOOK, BUMPED], percent(50), [5000, 6000], 11_000],
    ['everything', [BOOK, PACK], percent(100), [0, 0], 19_000],
  ])('a coupon takes off %s', (_, cart, coupon, prices, off) => {
    const { lines, total, coupon: applied } = quoteOf(cart, coupon)

    expect(applied).toEqual({ code: 'FERIA', refusal: null })
    expect(lines.map(({ price }) => price)).toEqual(prices)
    expect(total).toBe(sum(prices))
    const byCoupon = lines.filter(({ why }) => why === 'coupon')
    expect(sum(byCoupon.map(({ before, price }) => before - price))).toBe(off)
  })

  test.each<[CouponRefusal, Wanted[], Coupon]>([
    ['below_minimum', [BOOK], { ...percent(10), minimum: 10_001 }],
    ['other_products', [BOOK], percent(10, [2])],
    ['other_products', [COMPLETED], percent(10)],
    ['no_discount', [{ price: 8000, listPrice: 10_000 }], percent(20)],
    ['no_discount', [{ price: 1 }, BOOK], percent(50, [1])],
    ['no_discount', [{ price: 1 }], percent(50)],
    ['free_part', [BOOK, PACK], percent(100, [1])],
    ['free_part', [{ ...PACK, completed: 9000 }, BOOK], percent(100)],
  ])('a coupon is refused as %s, and the prices stay', (refusal, cart, coupon) => {
    const { lines, coupon: refused } = quoteOf(cart, coupon)

    expect(refused).toEqual({ code: 'FERIA', refusal })
    expect(lines).toEqual(quoteOf(cart).lines)
  })
})

describe('a cart', () => {
  test('a cart with a part of a pack beside the pack cannot be ordered', () => {
    const { facts } = describeCart([PACK])
    const part = { id: 100, price: 10_000, listPrice: null, isPriceDynamic: false, parts: null }

    const { obstacle } = quote(
      { products: [{ id: 1 }, { id: 100 }] },
      { ...facts, products: [...facts.products, part] },
    )

    expect(obstacle).toBe('product_twice')
  })

  test('a cart with something free beside what is paid cannot be ordered, and one with nothing else can', () => {
    expect(quoteOf([BOOK, { price: 0 }]).obstacle).toBe('free_among_paid')
    expect(quoteOf([{ price: 0 }])).toMatchObject({ obstacle: null, total: 0 })
  })
})

const price = fc.integer({ min: 1, max: 999_999 })
const wantedProduct: fc.Arbitrary<Wanted> = fc.oneof(
  fc.record({ price, bump: fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined }) }),
  fc.record({ price, offer: price }),
  fc
    .tuple(price, price)
    .map(([a, b]): Wanted => ({ price: Math.min(a, b), listPrice: Math.max(a, b) })),
  fc.record({
    price: fc.integer({ min: 20, max: 999_999 }),
    parts: fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 2, maxLength: 20 }),
    completed: fc.option(price, { nil: undefined }),
  }),
)
const anyCart = fc.array(wantedProduct, { minLength: 1, maxLength: 5 })
const anyCoupon = fc.option(
  fc.oneof(
    fc.integer({ min: 1, max: 100 }).map(value => percent(value)),
    price.map(value => amount(value)),
  ),
  { nil: undefined },
)
const currency = fc.constantFrom<Currency>('ARS', 'CLP', 'COP', 'MXN')
const RUNS = 10_000

test('the quote of any cart adds up, costs a unit for each product unless it costs nothing, and is never above what was seen', () => {
  fc.assert(
    fc.property(anyCart, anyCoupon, (wanted, coupon) => {
      const { cart, facts } = describeCart(wanted, coupon)
      const quoted = quote(cart, facts)
      const { lines, total } = quoted

      expect(sum(lines.map(line => line.price))).toBe(total)
      if (total > 0)
        for (const { price, partIds } of lines)
          expect(price).toBeGreaterThanOrEqual(partIds?.length ?? 1)
      for (const { price, before } of lines) expect(price).toBeLessThanOrEqual(before)
      if (quoted.coupon?.refusal === null && quoted.obstacle === null)
        expect(isWorse(quoted, toSeen(quoted))).toBe(false)
      const dearer = { ...facts, products: facts.products.map(p => ({ ...p, price: p.price + 1 })) }
      const now = quote(cart, dearer)
      if (now.total > total) expect(isWorse(now, toSeen(quoted))).toBe(true)
      // No discount is worse for the buyer than none.
      const plain = quote(cart, { ...facts, coupon: null })
      expect(total).toBeLessThanOrEqual(plain.total)
    }),
    { numRuns: RUNS },
  )
})

test('the commission of any line is not raised by a discount, and its rate not lowered', () => {
  fc.assert(
    fc.property(anyCart, anyCoupon, currency, (wanted, coupon, currency) => {
      for (const { price, before } of quoteOf(wanted, coupon).lines) {
        const { feeMinor, forgoneMinor } = chargeCommission(
          { paid: price, before },
          DEFAULT_COMMISSION_TIERS,
          currency,
        )
        const ofPaid = calculateCommission(price, DEFAULT_COMMISSION_TIERS, currency)
        const ofBefore = calculateCommission(before, DEFAULT_COMMISSION_TIERS, currency)

        expect(feeMinor).toBe(Math.min(ofPaid, ofBefore))
        expect(feeMinor).toBeLessThanOrEqual(toMinor(price))
        expect(feeMinor + forgoneMinor).toBe(ofBefore)
      }
    }),
    { numRuns: RUNS },
  )
})

test.each([
  ['10 % off 10,500 does not raise it', 9450, 10_500, 105_000, 10, 0],
  ['90 % off 50,000 does not lower its rate', 5000, 50_000, 100_000, 20, 150_000],
  ['nothing off 50,000', 50_000, 50_000, 250_000, 5, 0],
])('the commission of a line: %s', (_, paid, before, feeMinor, percent, forgoneMinor) => {
  expect(chargeCommission({ paid, before }, DEFAULT_COMMISSION_TIERS, 'ARS')).toEqual({
    percent,
    feeMinor,
    forgoneMinor,
  })
})
