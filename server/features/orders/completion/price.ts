import { toDecimal, toMinor } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import type { OwnedPart } from './queries.ts'

interface Part {
  id: number
  /** The price of the part by itself, in whole units. */
  price: number
}

/** What somebody who has parts of a pack can buy: the other parts, for the difference, in whole units. */
export interface CompletionOffer<P extends Part> {
  price: number
  missingParts: P[]
}

/**
 * Offers the missing parts of a pack: for the price of the pack less what was paid for the parts that the buyer has,
 * rounded down to whole units, but never for more than they cost by themselves.
 * @returns undefined if the buyer has none of the parts, or all of them
 */
export function offerCompletion<P extends Part>(
  packPrice: number,
  parts: readonly P[],
  owned: readonly OwnedPart[],
): CompletionOffer<P> | undefined {
  const ownedParts = owned.filter(({ productId }) => parts.some(({ id }) => id === productId))
  const missingParts = parts.filter(({ id }) => ownedParts.every(part => part.productId !== id))
  if (ownedParts.length === 0 || missingParts.length === 0) return undefined
  const paidMinor = sum(ownedParts.map(part => part.paidMinor))
  const difference = Math.floor(toDecimal(toMinor(packPrice) - paidMinor))
  const separately = sum(missingParts.map(({ price }) => Math.max(price, 1)))
  return { price: Math.max(1, Math.min(difference, separately)), missingParts }
}
