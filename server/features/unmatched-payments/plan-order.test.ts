import { describe, expect, test } from 'vitest'
import { DEFAULT_COMMISSION_TIERS } from '#contract/core/money.ts'
import type { ProviderPreference } from '#server/integrations/mercadopago/provider.ts'
import { parseProductId, planOrder } from './plan-order.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour))
const PAGE: ProviderPreference = {
  id: '1-page',
  collectorId: '77',
  currency: 'ARS',
  items: [
    { id: '1', title: 'Recetas', priceMinor: 100_000 },
    { id: '2', title: 'Loops', priceMinor: 2_000_000 },
  ],
  payerEmail: 'Ana@mail.test',
  metadata: undefined,
  marketplaceFeeMinor: 220_000,
  createdAt: at(12),
}
const PRODUCTS = [
  { id: 1, sellerId: 5, createdAt: at(9), editionId: 11 },
  { id: 2, sellerId: 5, createdAt: at(9), editionId: 21 },
]
const FILES = [
  { id: 11, productId: 1, onSaleAt: at(9) },
  { id: 21, productId: 2, onSaleAt: at(9) },
]
/** What an item has of which the page has kept nothing. */
const PLAIN = {
  packId: null,
  packName: null,
  listPriceMinor: null,
  discountMinor: 0,
  guaranteeDays: 0,
}
const SETTINGS = { commissionTiers: DEFAULT_COMMISSION_TIERS, currency: 'ARS' } as const

const plan = ({
  page = {},
  products = PRODUCTS,
  files = FILES,
}: {
  page?: Partial<ProviderPreference>
  products?: typeof PRODUCTS
  files?: typeof FILES
}) => planOrder({ ...PAGE, ...page }, products, files, SETTINGS)

describe('the plan of a lost order', () => {
  test('the plan of a lost order has the items, prices, commission and address of the payment page', () => {
    expect(plan({})).toEqual({
      order: {
        sellerId: 5,
        payerEmail: 'ana@mail.test',
        items: [
          {
            productId: 1,
            editionId: 11,
            name: 'Recetas',
            priceMinor: 100_000,
            ...PLAIN,
            feePercent: 20,
            feeMinor: 20_000,
            forgoneFeeMinor: 0,
            sellerShareMinor: 80_000,
          },
          {
            productId: 2,
            editionId: 21,
            name: 'Loops',
            priceMinor: 2_000_000,
            ...PLAIN,
            feePercent: 10,
            feeMinor: 200_000,
            forgoneFeeMinor: 0,
            sellerShareMinor: 1_800_000,
          },
        ],
      },
    })
  })

  test('the plan of a lost order splits the commission of the page by price if the tiers have changed since', () => {
    const result = plan({ page: { marketplaceFeeMinor: 105_001 } })

    const { items } = 'order' in result ? result.order : { items: [] }
    expect(items.map(({ feeMinor, feePercent }) => [feeMinor, feePercent])).toEqual([
      [5000, 5],
      [100_001, 5],
    ])
  })

  test.each([
    ['the last version before the purchase', [9, 11, 13], 2],
    ['the version on sale, if all older ones are gone', [13, 14], 2],
  ])('the plan of a lost order names %s', (_, hours, expected) => {
    const files = [
      ...hours.map((hour, index) => ({ id: index + 1, productId: 1, onSaleAt: at(hour) })),
      FILES[1]!,
    ]
    const products = [{ ...PRODUCTS[0]!, editionId: 2 }, PRODUCTS[1]!]

    const result = plan({ products, files })

    expect('order' in result && result.order.items[0]!.editionId).toBe(expected)
  })

  test.each<[string, Parameters<typeof plan>[0]]>([
    ['another_currency', { page: { currency: 'CLP' } }],
    ['buyer_unknown', { page: { payerEmail: null } }],
    ['buyer_unknown', { page: { payerEmail: 'nobody' } }],
    ['product_unknown', { products: [PRODUCTS[0]!] }],
    ['product_unknown', { products: [PRODUCTS[0]!, { ...PRODUCTS[1]!, createdAt: at(13) }] }],
    ['product_unknown', { page: { items: [{ id: '1 or 1', title: 'x', priceMinor: 1 }] } }],
    ['several_sellers', { products: [PRODUCTS[0]!, { ...PRODUCTS[1]!, sellerId: 6 }] }],
    ['file_missing', { files: [FILES[0]!] }],
    ['file_missing', { files: [FILES[0]!, { id: 22, productId: 2, onSaleAt: at(13) }] }],
  ])('the plan of a lost order is impossible: %s', (obstacle, input) => {
    expect(plan(input)).toEqual({ obstacle })
  })
})

test.each([
  ['12', 12],
  ['', null],
  ['012', null],
  ['-1', null],
  ['1.5', null],
  ['99999999999', null],
])('the item id %j is the product %j', (itemId, id) => expect(parseProductId(itemId)).toBe(id))
