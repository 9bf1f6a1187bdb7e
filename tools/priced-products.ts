import type { QuoteFacts } from '#contract/prices/quote.ts'
import type { SoldPartRow, SoldProduct } from '#server/features/prices/service.ts'

/** A product of a cart that a test prices, in whole units. */
export interface PricedProduct {
  price: number
  /** What it costs after its offer. */
  listPrice?: number | undefined
  /** The prices of the parts, if it is a pack. */
  parts?: number[] | undefined
  /** What the buyer has paid for the first part of a pack that is completed. */
  paidForFirst?: number | undefined
}

/** Describes products with the ids 1, 2, 3 as the checkout reads them; the parts of a pack have 100 times its id. */
export function describePrices(wanted: readonly PricedProduct[]) {
  const terms = { guaranteeDays: 0, offerKind: null, offerUntil: null, isPriceDynamic: false }
  const products = wanted.map(({ price, listPrice = null, parts }, index): SoldProduct => ({
    ...terms,
    id: index + 1,
    sellerId: 1,
    name: `Producto ${index + 1}`,
    isPack: parts !== undefined,
    price,
    listPrice,
    editionId: index + 1,
  }))
  const parts = wanted.flatMap(({ parts = [] }, index) =>
    parts.map((price, part): SoldPartRow => ({
      packId: index + 1,
      id: 100 * (index + 1) + part,
      name: `Parte ${part + 1}`,
      price,
      guaranteeDays: 0,
      editionId: 100 * (index + 1) + part,
    })),
  )
  const facts: QuoteFacts = {
    products: products.map(({ id, price, listPrice, isPriceDynamic, isPack }) => ({
      id,
      price,
      listPrice,
      isPriceDynamic,
      parts: isPack ? parts.filter(({ packId }) => packId === id) : null,
    })),
    bumps: [],
    credits: wanted.flatMap(({ paidForFirst }, index) =>
      paidForFirst === undefined
        ? []
        : [{ packId: index + 1, partId: 100 * (index + 1), creditMinor: paidForFirst * 100 }],
    ),
    coupon: null,
  }
  const cart = {
    products: wanted.map(({ paidForFirst }, index) => ({
      id: index + 1,
      ...(paidForFirst !== undefined && { completes: {} }),
    })),
  }
  return { cart, facts, products, parts }
}
