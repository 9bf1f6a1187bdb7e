import type { Currency } from '#contract/core/fields.ts'
import {
  type CommissionTier,
  chargeCommission,
  splitByShare,
  splitPrice,
  toMinor,
} from '#contract/core/money.ts'
import type { Quote, QuoteLine } from '#contract/prices/quote.ts'
import type { SoldPartRow, SoldProduct } from '#server/features/prices/service.ts'

/** An item of an order: a product that is delivered, with its part of what is paid. Amounts are in minor units. */
export interface QuotedItem {
  productId: number
  editionId: number
  packId: number | null
  packName: string | null
  name: string
  guaranteeDays: number
  priceMinor: number
  /** The price without the discount, or of a pack's part by itself, if it is higher; null otherwise. */
  listPriceMinor: number | null
  discountMinor: number
  feePercent: number
  feeMinor: number
  /** The commission that a discount costs the marketplace. */
  forgoneFeeMinor: number
  sellerShareMinor: number
}

/**
 * Makes the items of an order from what a quote says: one for each product, and one for each part of a pack with its
 * share of the pack's price and commission.
 */
export function toOrderItems(
  { lines }: Quote,
  { products, parts }: { products: readonly SoldProduct[]; parts: readonly SoldPartRow[] },
  { commissionTiers, currency }: { commissionTiers: readonly CommissionTier[]; currency: Currency },
): QuotedItem[] {
  return lines.flatMap(line => {
    const product = products.find(({ id }) => id === line.id)!
    const { forgoneMinor, ...charged } = chargeCommission(
      { paid: line.price, before: line.before },
      commissionTiers,
      currency,
    )
    // What completes a pack is a part of its price, and no discount.
    const commission = { ...charged, forgoneMinor: line.why === 'completion' ? 0 : forgoneMinor }
    const { partIds } = line
    if (!partIds) return [toItem(line, product, commission)]
    const soldParts = parts.filter(({ id, packId }) => packId === line.id && partIds.includes(id))
    return splitPack(line, product, { parts: soldParts, currency, ...commission })
  })
}

/** The commission of a line in minor units, and what its discount costs the marketplace of it. */
interface Commission {
  percent: number
  feeMinor: number
  forgoneMinor: number
}

function toItem(
  { price, before }: QuoteLine,
  { id, editionId, name, guaranteeDays }: SoldProduct,
  { percent, feeMinor, forgoneMinor }: Commission,
): QuotedItem {
  return {
    productId: id,
    editionId,
    packId: null,
    packName: null,
    name,
    guaranteeDays,
    ...describeDiscount(toMinor(price), toMinor(before)),
    feePercent: percent,
    feeMinor,
    forgoneFeeMinor: forgoneMinor,
    sellerShareMinor: toMinor(price) - feeMinor,
  }
}

/** Splits the price of a pack between the parts that are sold, in proportion to their own prices. */
function splitPack(
  { price }: QuoteLine,
  pack: SoldProduct,
  {
    parts,
    currency,
    percent,
    feeMinor,
    forgoneMinor,
  }: Commission & { parts: SoldPartRow[]; currency: Currency },
): QuotedItem[] {
  // A part that became free since it was added has a small share too.
  const ownPrices = parts.map(part => toMinor(Math.max(part.price, 1)))
  const prices = price === 0 ? parts.map(() => 0) : splitPrice(toMinor(price), ownPrices, currency)
  const fees = splitByShare(feeMinor, prices, currency)
  const forgone = splitByShare(forgoneMinor, ownPrices, currency)
  return parts.map((part, index) => ({
    productId: part.id,
    editionId: part.editionId,
    packId: pack.id,
    packName: pack.name,
    name: part.name,
    // The promise of the pack is for all that it sells, and that of a part goes with it.
    guaranteeDays: Math.max(pack.guaranteeDays, part.guaranteeDays),
    ...describeDiscount(prices[index]!, ownPrices[index]!),
    feePercent: percent,
    feeMinor: fees[index]!,
    forgoneFeeMinor: forgone[index]!,
    sellerShareMinor: prices[index]! - fees[index]!,
  }))
}

const describeDiscount = (priceMinor: number, ownPriceMinor: number) => {
  const isCheaper = ownPriceMinor > priceMinor
  return {
    priceMinor,
    listPriceMinor: isCheaper ? ownPriceMinor : null,
    discountMinor: isCheaper ? ownPriceMinor - priceMinor : 0,
  }
}
