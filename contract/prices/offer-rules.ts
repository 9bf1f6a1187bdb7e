import { DAY_MS } from '../core/time.ts'

/**
 * What an offer is. `struck`: its list price was the lowest one asked in the 30 days before it began, so that buyers
 * are shown it struck out. `launch`: no lower price was asked before, but it is not known, or not true, that this one
 * was. `plain`: a lower price was asked in those days.
 */
export const OFFER_KINDS = ['struck', 'launch', 'plain'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

/** How many days of asked prices decide about a struck price. Source: directive 98/6/EC, article 6a. */
export const ASKED_PRICE_DAYS = 30
/** How long an offer can last in all, since the commission is that of the list price meanwhile. */
export const OFFER_DAYS_MAX = 60
/** The first known price of a product is recorded in the transaction that publishes it, by another clock. */
const CLOCK_TOLERANCE_MS = 60_000

/** What is known of the prices that were asked for a product in the days before an offer. */
export interface AskedPrices {
  /** The lowest one, in whole units; null if none is known. */
  lowest: number | null
  /** Since when all prices of the product are known; null if none is. */
  since: Date | null
}

/** Decides what an offer from `now` on is. */
export function decideOfferKind(
  listPrice: number,
  { lowest, since }: AskedPrices,
  { now, publishedAt }: { now: Date; publishedAt: Date },
): OfferKind {
  if (lowest !== null && lowest < listPrice) return 'plain'
  const knownFrom = Math.max(
    now.getTime() - ASKED_PRICE_DAYS * DAY_MS,
    publishedAt.getTime() + CLOCK_TOLERANCE_MS,
  )
  // A list price above all that was asked was never asked itself.
  const wasAsked = lowest === listPrice
  return wasAsked && since !== null && since.getTime() <= knownFrom ? 'struck' : 'launch'
}

/**
 * Returns the price without an offer, from which other discounts are taken; null without an offer, and if a lower price
 * than that was asked before.
 */
export const findListPrice = (
  offer: { listPrice: number; kind: OfferKind } | null | undefined,
): number | null => (!offer || offer.kind === 'plain' ? null : offer.listPrice)
