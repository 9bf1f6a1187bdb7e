import type { Currency } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

/** How new prices follow from present ones: by a percentage, by an amount in whole units, or one price for all. */
export const PRICE_RULE_KINDS = ['percent', 'amount', 'price'] as const
export type PriceRuleKind = (typeof PRICE_RULE_KINDS)[number]

/** A rule for new prices. `value` is negative where prices fall, and the new price itself for the kind `price`. */
export interface PriceRule {
  kind: PriceRuleKind
  value: number
}

/** The endings that new prices can be rounded to, such as `90` for prices like 1,290. */
export const PRICE_ENDINGS = ['none', '0', '9', '50', '90', '99', '990'] as const
export type PriceEnding = (typeof PRICE_ENDINGS)[number]

/** An ending allows the prices of the form `step * n + last`. */
const ENDING_STEPS: Readonly<Record<PriceEnding, { step: number; last: number }>> = {
  none: { step: 1, last: 0 },
  '0': { step: 10, last: 0 },
  '9': { step: 10, last: 9 },
  '50': { step: 50, last: 0 },
  '90': { step: 100, last: 90 },
  '99': { step: 100, last: 99 },
  '990': { step: 1000, last: 990 },
}

/** The currencies in which an ebook costs thousands of units, so that the last digit of a price says nothing. */
const LARGE_NUMBERS: ReadonlySet<Currency> = new Set(['ARS', 'CLP', 'COP'])

/** Returns the endings that are usual for prices in a currency. All prices are in whole units. */
export const getPriceEndings = (currency: Currency): readonly PriceEnding[] =>
  LARGE_NUMBERS.has(currency) ? ['none', '0', '50', '90', '990'] : ['none', '0', '9', '90', '99']

/** Why the price of a product cannot be changed by a rule. */
export const PRICE_PROBLEMS = [
  'no_price',
  'free',
  'planned',
  'offered',
  'too_low',
  'too_high',
  'above_suggested',
  'unchanged',
] as const
export type PriceProblem = (typeof PRICE_PROBLEMS)[number]

/** What of a product decides about its new price, in whole units. */
export interface PriceableProduct {
  /** Null in a draft without a valid price. */
  price: number | null
  isPriceDynamic: boolean
  /** What the seller suggests where buyers choose the price; 0 without a suggestion. */
  suggestedPrice: number
  /** The least that it can cost: a unit for each product that it delivers. */
  leastPrice: number
  /** Whether another change of the price is planned. */
  isPlanned: boolean
  /** Whether it has an offer, at the end of which another price comes back. */
  isOffered: boolean
}

/** Decides the new price of a product by a rule, in whole units, or why it has none. */
export function decidePrice(
  { price, leastPrice, isPriceDynamic, suggestedPrice, isPlanned, isOffered }: PriceableProduct,
  rule: PriceRule,
  ending: PriceEnding,
): { price: number } | { problem: PriceProblem } {
  if (price === null) return { problem: 'no_price' }
  // A free product has no buyers who pay, and one that is sold does not become free by a rule.
  if (price === 0) return { problem: 'free' }
  if (isPlanned) return { problem: 'planned' }
  if (isOffered) return { problem: 'offered' }
  const newPrice = applyRule(price, rule, ending)
  if (newPrice < leastPrice) return { problem: 'too_low' }
  if (newPrice > LIMITS.price.max) return { problem: 'too_high' }
  if (newPrice === price) return { problem: 'unchanged' }
  if (isPriceDynamic && suggestedPrice > 0 && newPrice > suggestedPrice)
    return { problem: 'above_suggested' }
  return { price: newPrice }
}

function applyRule(price: number, { kind, value }: PriceRule, ending: PriceEnding): number {
  if (kind === 'price') return value
  const exact = kind === 'amount' ? price + value : Math.round((price * (100 + value)) / 100)
  if (exact < 1) return exact
  const rounded = roundToEnding(exact, ending)
  // Rounding makes neither a lower price of a raise nor a higher one of a cut: the price then stays as it is.
  return value > 0 ? Math.max(price, rounded) : Math.min(price, rounded)
}

/**
 * Rounds a price to the nearest one with an ending, and a price in the middle to the higher one. A price that is so low
 * that the nearest one would be below 1 stays as it is.
 */
export function roundToEnding(price: number, ending: PriceEnding): number {
  const { step, last } = ENDING_STEPS[ending]
  const rounded = Math.floor((price - last) / step + 0.5) * step + last
  return rounded < 1 ? price : rounded
}
