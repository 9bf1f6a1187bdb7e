import type { RebuildObstacle } from '#contract/admin/unmatched-payments.ts'
import {
  type CommissionTier,
  calculateCommission,
  findCommissionTier,
  splitByShare,
  toDecimal,
} from '#contract/core/money.ts'
import { type Currency, Email } from '#contract/core/fields.ts'
import { sum } from '#contract/core/sum.ts'
import {
  type OrderMetadata,
  readOrderMetadata,
} from '#server/features/orders/rules/order-metadata.ts'
import type { ProviderPreference } from '#server/integrations/mercadopago/provider.ts'

/** A product that an item of a payment page names. */
export interface PlannedProduct {
  id: number
  sellerId: number
  createdAt: Date
  /** The id of the edition on sale; null if there is none. */
  editionId: number | null
}

/** An edition of a product whose files are stored, and when it went on sale. */
interface WholeEdition {
  id: number
  productId: number
  onSaleAt: Date
}

/** An item of an order that is made again, with amounts in minor units. */
export interface PlannedItem {
  productId: number
  editionId: number
  name: string
  priceMinor: number
  packId: number | null
  packName: string | null
  listPriceMinor: number | null
  discountMinor: number
  guaranteeDays: number
  feePercent: number
  feeMinor: number
  forgoneFeeMinor: number
  sellerShareMinor: number
}

/** An order as a payment page describes it. */
export interface PlannedOrder {
  sellerId: number
  payerEmail: string
  items: PlannedItem[]
  /** What the page has kept of the order besides; undefined if it kept nothing. */
  kept: OrderMetadata | undefined
}

/** Reads the id of the product that an item of a payment page names; null if it is not a product's id. */
export function parseProductId(itemId: string): number | null {
  return /^[1-9]\d{0,8}$/.test(itemId) ? Number(itemId) : null
}

/**
 * Plans the order that a payment page was opened for.
 *
 * A product counts as the one that was bought only if it is older than the page. After a backup was restored, new
 * products get the ids of lost ones, and the buyer must not get the file of such a product.
 *
 * Pack, discount, guarantee and commission of each item are those that the page has kept, if it did.
 *
 * The edition is the last one that went on sale before the page was opened, or else the one on sale.
 * @param products those of the items, and the packs that the page names
 * @param wholeEditions the editions of the products whose files are stored, the oldest first
 */
export function planOrder(
  page: ProviderPreference,
  products: readonly PlannedProduct[],
  wholeEditions: readonly WholeEdition[],
  { commissionTiers, currency }: { commissionTiers: readonly CommissionTier[]; currency: Currency },
): { order: PlannedOrder } | { obstacle: RebuildObstacle } {
  if (page.currency !== currency) return { obstacle: 'another_currency' }
  const payerEmail = Email.safeParse(page.payerEmail)
  if (!payerEmail.success) return { obstacle: 'buyer_unknown' }
  const sold = page.items.map(({ id }) =>
    products.find(
      product => product.id === parseProductId(id) && product.createdAt <= page.createdAt,
    ),
  )
  const [first] = sold
  if (!first || !sold.every(product => product !== undefined))
    return { obstacle: 'product_unknown' }
  if (sold.some(({ sellerId }) => sellerId !== first.sellerId))
    return { obstacle: 'several_sellers' }
  const packs = products.filter(
    ({ sellerId, createdAt }) => sellerId === first.sellerId && createdAt <= page.createdAt,
  )
  const editions = sold.map(product => findEdition(product, page.createdAt, wholeEditions))
  if (!editions.every(edition => edition !== undefined)) return { obstacle: 'file_missing' }
  const kept = readOrderMetadata(page.metadata, page.items.length)
  const fees = (kept && keepFees(page, kept)) ?? splitFee(page, commissionTiers, currency)
  return {
    order: {
      sellerId: first.sellerId,
      payerEmail: payerEmail.data,
      items: page.items.map(({ title, priceMinor }, index) => ({
        productId: sold[index]!.id,
        editionId: editions[index]!.id,
        name: title,
        priceMinor,
        ...keepTerms(kept?.items[index], priceMinor, packs),
        ...fees[index]!,
        sellerShareMinor: priceMinor - fees[index]!.feeMinor,
      })),
      kept,
    },
  }
}

/** What the page has kept of an item. A pack counts if it is one of the seller. */
function keepTerms(
  kept: OrderMetadata['items'][number] | undefined,
  priceMinor: number,
  packs: readonly PlannedProduct[],
) {
  const pack = packs.find(({ id }) => id === kept?.pack_id)
  const listPriceMinor = kept?.list_price_minor ?? null
  const isCheaper = listPriceMinor !== null && listPriceMinor > priceMinor
  return {
    packId: pack ? pack.id : null,
    packName: pack ? (kept?.pack_name ?? null) : null,
    listPriceMinor: isCheaper ? listPriceMinor : null,
    discountMinor: isCheaper ? listPriceMinor - priceMinor : 0,
    guaranteeDays: kept?.guarantee_days ?? 0,
    forgoneFeeMinor: kept?.forgone_fee_minor ?? 0,
  }
}

/** The commission of each item as the page has kept it; undefined if it is not that of the page. */
function keepFees(
  { items, marketplaceFeeMinor }: ProviderPreference,
  kept: OrderMetadata,
): { feeMinor: number; feePercent: number }[] | undefined {
  const fees = kept.items.map(item => ({ feeMinor: item.fee_minor, feePercent: item.fee_percent }))
  const isWhole = sum(fees.map(({ feeMinor }) => feeMinor)) === marketplaceFeeMinor
  const isPart = fees.every(({ feeMinor }, index) => feeMinor <= items[index]!.priceMinor)
  return isWhole && isPart ? fees : undefined
}

function findEdition(
  { id, editionId }: PlannedProduct,
  orderedAt: Date,
  wholeEditions: readonly WholeEdition[],
) {
  const editions = wholeEditions.filter(({ productId }) => productId === id)
  return (
    editions.findLast(({ onSaleAt }) => onSaleAt <= orderedAt) ??
    editions.find(edition => edition.id === editionId)
  )
}

/**
 * Splits the commission of a payment page over its items: by the tiers of today if they give the same sum, otherwise in
 * proportion to the prices.
 */
function splitFee(
  { items, marketplaceFeeMinor }: ProviderPreference,
  tiers: readonly CommissionTier[],
  currency: Currency,
): { feeMinor: number; feePercent: number }[] {
  const byTiers = items.map(({ priceMinor }) => {
    const price = toDecimal(priceMinor)
    return {
      feeMinor: calculateCommission(price, tiers, currency),
      feePercent: findCommissionTier(price, tiers).percent,
    }
  })
  if (sum(byTiers.map(({ feeMinor }) => feeMinor)) === marketplaceFeeMinor) return byTiers
  const prices = items.map(({ priceMinor }) => priceMinor)
  return splitByShare(marketplaceFeeMinor, prices, currency).map((feeMinor, index) => ({
    feeMinor,
    feePercent: Math.round((feeMinor / prices[index]!) * 100),
  }))
}
