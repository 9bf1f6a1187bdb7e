import { OFFER_DAYS_MAX, type OfferKind, decideOfferKind } from '#contract/prices/offer-rules.ts'
import { type ProductChanges, ProductPrices } from '#contract/products/products.ts'
import { issueKey } from '#contract/core/fields.ts'
import { toMinor } from '#contract/core/money.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { lockProductsAndPacks } from '../changes/queries.ts'
import { findAskedPrices, findEndedOffers, restoreListPrices } from './queries.ts'

/** The columns of a product about its price, in whole units. Without an offer all but `price` are null. */
export interface OfferColumns {
  price: number
  listPrice: number | null
  offerSince: Date | null
  offerUntil: Date | null
  offerKind: OfferKind | null
}

type OfferChanges = Pick<ProductChanges, 'price' | 'offerPrice' | 'offerUntil' | 'isPriceDynamic'>

/** Tells whether changes of a product concern its price or its offer. */
export const concernsOffer = ({ price, offerPrice, offerUntil, isPriceDynamic }: OfferChanges) =>
  price !== undefined ||
  offerPrice !== undefined ||
  offerUntil !== undefined ||
  isPriceDynamic !== undefined

/** The columns about the price of a product without an offer. */
export const NO_OFFER = { listPrice: null, offerSince: null, offerUntil: null, offerKind: null }

/**
 * Returns the price columns of a product that is published by a form.
 * @throws ApiError INVALID_DATA if its offer would end before, or lasts too long
 */
export function startOffer(
  { price, offerPrice = 0, offerUntil = '' }: OfferChanges & { price: number },
  now = new Date(),
): OfferColumns {
  if (offerPrice === 0) return { price, ...NO_OFFER }
  return {
    price: offerPrice,
    listPrice: price,
    offerSince: now,
    offerUntil: requireOfferEnd(offerUntil, now, now),
    offerKind: 'launch',
  }
}

/**
 * Returns the price columns of a product after changes of its form. `price` in the changes is always the price
 * without an offer.
 * @throws ApiError INVALID_DATA if the offer is not below the price, or its end not within its longest time
 */
export async function changeOffer(
  db: Db,
  product: OfferColumns & { id: number; isPriceDynamic: boolean; createdAt: Date },
  changes: OfferChanges,
  now = new Date(),
): Promise<OfferColumns> {
  const isOffered = product.listPrice !== null
  const listPrice = changes.price ?? product.listPrice ?? product.price
  const offerPrice = changes.offerPrice ?? (isOffered ? product.price : 0)
  if (offerPrice === 0) return { price: listPrice, ...NO_OFFER }
  const offerUntil = changes.offerUntil ?? product.offerUntil?.toISOString() ?? ''
  const isPriceDynamic = changes.isPriceDynamic ?? product.isPriceDynamic
  const prices = { price: listPrice, isPriceDynamic, suggestedPrice: 0, offerPrice, offerUntil }
  const parsed = ProductPrices.safeParse(prices)
  if (!parsed.success) throw ApiError.fromIssues(parsed.error.issues)
  const offerSince = product.offerSince ?? now
  return {
    price: offerPrice,
    listPrice,
    offerSince,
    offerUntil: requireOfferEnd(offerUntil, offerSince, now),
    offerKind: isOffered
      ? keepKind(product, listPrice)
      : decideOfferKind(listPrice, await findAskedPrices(db, product.id), {
          now,
          publishedAt: product.createdAt,
        }),
  }
}

/** A list price that is raised during the offer was not asked before it. */
const keepKind = (product: OfferColumns, listPrice: number): OfferKind =>
  product.listPrice !== null && listPrice <= product.listPrice && product.offerKind !== null
    ? product.offerKind
    : 'plain'

/** @throws ApiError INVALID_DATA if an offer does not end after `now` and within its longest time */
export function requireOfferEnd(text: string, since: Date, now: Date): Date {
  const until = new Date(text)
  const isPossible = until > now && until.getTime() - since.getTime() <= OFFER_DAYS_MAX * DAY_MS
  if (isPossible) return until
  throw ApiError.fromIssues([
    { code: 'custom', path: ['offerUntil'], message: issueKey('issue_offer_until'), input: text },
  ])
}

/** How many offers are ended in one run. The others follow in the next one. */
const ENDED_LIMIT = 500

/** Gives the products whose offers have ended their list prices back, and tells their sellers. */
export async function endOffers(
  { db, config: { currency }, notify }: Pick<Context, 'db' | 'config' | 'notify'>,
  now = new Date(),
): Promise<void> {
  const ids = await findEndedOffers(db, now, ENDED_LIMIT)
  if (ids.length === 0) return
  await runTransaction(db, async tx => {
    await lockProductsAndPacks(tx, ids)
    for (const { sellerId, price, deletedAt, ...product } of await restoreListPrices(tx, ids, now))
      if (deletedAt === null)
        await notify(tx, sellerId, {
          kind: 'planned',
          dedupeKey: `planned:offer:${product.productId}:${now.toISOString()}`,
          data: { ...product, outcome: 'offer_ended', amountMinor: toMinor(price), currency },
        })
  })
}
