import type { Currency } from './fields.ts'

/** A step of the commission: `percent` of a price under `below` (whole units; the last step has no bound). */
export interface CommissionTier {
  below?: number
  percent: number
}

/** Source: design, commission; the installation's setting COMMISSION_TIERS replaces it. */
export const DEFAULT_COMMISSION_TIERS: readonly CommissionTier[] = [
  { below: 10_000, percent: 20 },
  { below: 50_000, percent: 10 },
  { percent: 5 },
]

/** Minor units in one whole unit, as stored. Every currency is kept in hundredths, CLP and COP too. */
const MINOR_PER_UNIT = 100

/** The provider charges these in whole units only. */
const WHOLE_ONLY: ReadonlySet<Currency> = new Set(['CLP', 'COP'])

export function toMinor(whole: number): number {
  return whole * MINOR_PER_UNIT
}

/** Minor units as the decimal number the provider speaks in. */
export function toDecimal(minor: number): number {
  return minor / MINOR_PER_UNIT
}

/** A decimal number of the provider as minor units; a binary fraction's dust is rounded away. */
export function fromDecimal(amount: number): number {
  return Math.round(amount * MINOR_PER_UNIT)
}

/** The smallest amount the provider can charge in a currency, in minor units. */
function chargeStep(currency: Currency): number {
  return WHOLE_ONLY.has(currency) ? MINOR_PER_UNIT : 1
}

export function findCommissionTier(
  price: number,
  tiers: readonly CommissionTier[],
): CommissionTier {
  const tier = tiers.find(({ below }) => below === undefined || price < below)
  if (!tier) throw new RangeError(`no commission step holds the price ${price}`)
  return tier
}

/**
 * What the house keeps of one item, in minor units of `currency`; rounded half up to the minor unit, or
 * to the whole unit where the currency has no decimals (CLP, COP).
 * @param price whole units
 * @param tiers the installation's setting; the web gets them with its first data, so the form shows what the server charges
 */
export function commission(
  price: number,
  tiers: readonly CommissionTier[],
  currency: Currency,
): number {
  const step = chargeStep(currency)
  const percentOfSteps = toMinor(price) * findCommissionTier(price, tiers).percent
  return Math.floor(percentOfSteps / (100 * step) + 0.5) * step
}

/**
 * Splits an amount in minor units over shares by the largest remainder: the parts add up to the amount
 * exactly. Shares of nothing at all split evenly.
 */
export function splitByShare(amountMinor: number, shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const weights = total > 0 ? shares : shares.map(() => 1)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const exact = weights.map(weight => (amountMinor * weight) / whole)
  const parts = exact.map(Math.floor)
  let left = amountMinor - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder) {
    if (left <= 0) break
    parts[index] = parts[index]! + 1
    left -= 1
  }
  return parts
}
