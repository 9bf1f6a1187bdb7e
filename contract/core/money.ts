import { sum } from './sum.ts'
import type { Currency } from './fields.ts'

/** A tier of the commission: for a price in this tier, the commission is `percent` of the price. */
export interface CommissionTier {
  /** The upper bound of the prices in this tier, exclusive, in whole units. The last tier has no bound. */
  below?: number
  percent: number
}

/** The commission tiers if the setting COMMISSION_TIERS is not set. Source: design, commission. */
export const DEFAULT_COMMISSION_TIERS: readonly CommissionTier[] = [
  { below: 10_000, percent: 20 },
  { below: 50_000, percent: 10 },
  { percent: 5 },
]

/**
 * The number of minor units in one unit. It is the same for every currency, also for CLP and COP, which have no coins
 * below one unit.
 */
const MINOR_PER_UNIT = 100

/** The currencies that MercadoPago charges in whole units only. */
export const WHOLE_UNIT_CURRENCIES: ReadonlySet<string> = new Set(['CLP', 'COP'])

export function toMinor(whole: number): number {
  return whole * MINOR_PER_UNIT
}

/** Converts minor units to the decimal number that MercadoPago uses. */
export function toDecimal(minor: number): number {
  return minor / MINOR_PER_UNIT
}

/** Converts a decimal number of MercadoPago to minor units, rounding away floating-point error. */
export function fromDecimal(amount: number): number {
  return Math.round(amount * MINOR_PER_UNIT)
}

/**
 * Returns the smallest amount, in minor units, that MercadoPago can charge in a currency.
 * @param currency the code of any currency, since a payment can come in another one than the marketplace's
 */
export function chargeStep(currency: string): number {
  return WHOLE_UNIT_CURRENCIES.has(currency) ? MINOR_PER_UNIT : 1
}

/** Finds the commission tier of a price in whole units. @throws RangeError if no tier covers the price */
export function findCommissionTier(
  price: number,
  tiers: readonly CommissionTier[],
): CommissionTier {
  const tier = tiers.find(({ below }) => below === undefined || price < below)
  if (!tier) throw new RangeError(`no commission tier covers the price ${price}`)
  return tier
}

/**
 * Calculates the marketplace commission on one item, in minor units of `currency`. It is rounded half up to the minor
 * unit, or to the whole unit if the currency has no decimals (CLP, COP).
 * @param price whole units
 * @param tiers the setting COMMISSION_TIERS, which the web app receives too, so that its forms show the commission that
 * the server charges
 */
export function calculateCommission(
  price: number,
  tiers: readonly CommissionTier[],
  currency: Currency,
): number {
  return takeCommission(toMinor(price), findCommissionTier(price, tiers).percent, currency)
}

/**
 * Calculates a commission of `percent` of an amount, in minor units, rounded half up to the minor unit, or to the whole
 * unit if the currency has no decimals.
 */
export function takeCommission(amountMinor: number, percent: number, currency: string): number {
  const step = chargeStep(currency)
  return Math.floor((amountMinor * percent) / (100 * step) + 0.5) * step
}

/**
 * Calculates the commission on a line of an order: the smaller of that of what is paid, and that of the price without
 * the discount. So no discount raises the commission, and none lowers its rate.
 * @param line `paid`, and `before` without the discount, in whole units
 * @returns the commission in minor units, the percentage of the tier that decided, and what the commission of the price
 *   without the discount would be more
 */
export function chargeCommission(
  { paid, before }: { paid: number; before: number },
  tiers: readonly CommissionTier[],
  currency: Currency,
): { percent: number; feeMinor: number; forgoneMinor: number } {
  const [ofPaid, ofBefore] = [paid, before].map(price => ({
    percent: findCommissionTier(price, tiers).percent,
    feeMinor: calculateCommission(price, tiers, currency),
  }))
  const charged = ofBefore!.feeMinor < ofPaid!.feeMinor ? ofBefore! : ofPaid!
  return { ...charged, forgoneMinor: ofBefore!.feeMinor - charged.feeMinor }
}

/**
 * Calculates the commission, in minor units, that the marketplace returns to the seller with a refund: the refunded
 * amount without the seller's share of it, which is rounded half up to what the currency can charge.
 */
export function calculateReturnedCommission({
  priceMinor,
  sellerShareMinor,
  refundedMinor,
  currency,
}: {
  priceMinor: number
  sellerShareMinor: number
  refundedMinor: number
  currency: string
}): number {
  const step = chargeStep(currency)
  return refundedMinor - Math.round((sellerShareMinor * refundedMinor) / (priceMinor * step)) * step
}

/**
 * Splits an amount in minor units in proportion to `shares`. The largest remainder method makes the parts add up to the
 * amount exactly. If all shares are zero, the parts are equal, apart from rounding. The parts of an amount that the
 * currency can charge are such amounts too: CLP and COP have no parts of a unit.
 */
export function splitByShare(
  amountMinor: number,
  shares: readonly number[],
  currency: string,
): number[] {
  const step = chargeStep(currency)
  const total = sum(shares)
  const weights = total > 0 ? shares : shares.map(() => 1)
  const totalWeight = sum(weights)
  const exactParts = weights.map(weight => (amountMinor * weight) / totalWeight)
  const parts = exactParts.map(part => Math.floor(part / step) * step)
  let remainingMinor = amountMinor - sum(parts)
  const byRemainder = exactParts
    .map((value, index) => ({ index, remainder: value - parts[index]! }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder) {
    if (remainingMinor <= 0) break
    const addedMinor = Math.min(step, remainingMinor)
    parts[index] = parts[index]! + addedMinor
    remainingMinor -= addedMinor
  }
  return parts
}

/**
 * Splits the price of several things in proportion to `shares`, so that none costs less than a whole unit.
 * @param amountMinor at least one whole unit for each share
 * @returns minor units, which add up to the amount
 * @throws RangeError if the amount is too small
 */
export function splitPrice(
  amountMinor: number,
  shares: readonly number[],
  currency: string,
): number[] {
  const least = MINOR_PER_UNIT
  if (amountMinor < least * shares.length)
    throw new RangeError(`${amountMinor} for ${shares.length}`)
  const parts = splitByShare(amountMinor, shares, currency)
  const areSmall = parts.map(part => part < least)
  if (!areSmall.includes(true)) return parts
  // Whatever is too small gets a unit, and the others share the rest. That can make another one too small.
  const smallCount = areSmall.filter(Boolean).length
  const others = splitPrice(
    amountMinor - least * smallCount,
    shares.filter((_, index) => !areSmall[index]),
    currency,
  ).values()
  return areSmall.map(isSmall => (isSmall ? least : others.next().value!))
}
