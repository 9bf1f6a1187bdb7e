import type { Currency } from './fields.ts'

/** The commission is `percent` of a price in this tier. */
export interface CommissionTier {
  /** Upper bound of the price, exclusive, in whole units. The last tier has none. */
  below?: number
  percent: number
}

/** Default of the setting COMMISSION_TIERS. Source: design, commission. */
export const DEFAULT_COMMISSION_TIERS: readonly CommissionTier[] = [
  { below: 10_000, percent: 20 },
  { below: 50_000, percent: 10 },
  { percent: 5 },
]

/** Amounts of every currency are stored in hundredths, also of CLP and COP. */
const MINOR_PER_UNIT = 100

/** MercadoPago charges these currencies in whole units only. */
const WHOLE_UNIT_CURRENCIES: ReadonlySet<Currency> = new Set(['CLP', 'COP'])

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

/** The smallest amount, in minor units, that MercadoPago can charge in a currency. */
function chargeStep(currency: Currency): number {
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
 * The marketplace commission on one item, in minor units of `currency`. It is rounded half up to the minor unit, or
 * to the whole unit if the currency has no decimals (CLP, COP).
 * @param price whole units
 * @param tiers the setting COMMISSION_TIERS; the web receives it, so its forms show what the server charges
 */
export function calculateCommission(
  price: number,
  tiers: readonly CommissionTier[],
  currency: Currency,
): number {
  const step = chargeStep(currency)
  const percentOfSteps = toMinor(price) * findCommissionTier(price, tiers).percent
  return Math.floor(percentOfSteps / (100 * step) + 0.5) * step
}

/**
 * Splits an amount in minor units in proportion to `shares`. It uses the largest remainder method, so the parts add
 * up to the amount exactly. If all shares are zero, it splits evenly.
 */
export function splitByShare(amountMinor: number, shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const weights = total > 0 ? shares : shares.map(() => 1)
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  const exactParts = weights.map(weight => (amountMinor * weight) / totalWeight)
  const parts = exactParts.map(Math.floor)
  let remainingMinor = amountMinor - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exactParts
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder) {
    if (remainingMinor <= 0) break
    parts[index] = parts[index]! + 1
    remainingMinor -= 1
  }
  return parts
}
