import { useState } from 'react'
import type { Bump } from '#contract/prices/bumps.ts'
import { findListPrice } from '#contract/prices/offer-rules.ts'
import type { ProductFacts, QuoteFacts } from '#contract/prices/quote.ts'
import type { PurchaseItem } from './purchase-state.ts'

/** Returns what decides the prices of products, as the page was loaded with them. */
export function readPageFacts(
  items: readonly PurchaseItem[],
  bump: Bump | null | undefined = null,
): QuoteFacts {
  const [first] = items
  return {
    products: [
      ...items.map(toFacts),
      ...(bump ? [{ ...toFacts(bump), listPrice: bump.listPrice }] : []),
    ],
    bumps:
      bump && first ? [{ productId: first.id, offeredId: bump.id, percent: bump.percent }] : [],
    credits: [],
    coupon: null,
  }
}

const toFacts = ({
  id,
  price,
  offer,
  isPriceDynamic = false,
  pack,
}: Pick<PurchaseItem, 'id' | 'price'> & Partial<PurchaseItem>): ProductFacts => ({
  id,
  price,
  listPrice: findListPrice(offer),
  isPriceDynamic,
  parts: pack ? pack.parts.map(part => ({ id: part.id, price: part.price })) : null,
})

/** Returns a product with the price that it has now. */
export function withFacts<Item extends { id: number; price: number; isPriceDynamic: boolean }>(
  item: Item,
  { products }: QuoteFacts,
): Item {
  const facts = products.find(({ id }) => id === item.id)
  return facts ? { ...item, price: facts.price, isPriceDynamic: facts.isPriceDynamic } : item
}

/**
 * Puts what the server has answered in the place of what the page knew. What the answer does not name, such as a
 * product that was not in the cart, stays.
 */
export const mergeFacts = (before: QuoteFacts, after: QuoteFacts): QuoteFacts => ({
  ...after,
  products: [
    ...after.products,
    ...before.products.filter(({ id }) => after.products.every(product => product.id !== id)),
  ],
  bumps: [
    ...after.bumps,
    ...before.bumps.filter(({ offeredId }) => after.products.every(({ id }) => id !== offeredId)),
  ],
})

/**
 * Holds what decides the prices on a page: what it was loaded with, until the server has answered something newer.
 * @param loaded the data of the page; newer data has the newest prices by itself
 */
export function useQuoteFacts(loaded: unknown, pageFacts: QuoteFacts) {
  const [latest, setLatest] = useState<{ loaded: unknown; facts: QuoteFacts }>()
  const facts = latest !== undefined && latest.loaded === loaded ? latest.facts : pageFacts
  return {
    facts,
    setFacts: (answer: QuoteFacts) => setLatest({ loaded, facts: mergeFacts(facts, answer) }),
  }
}
