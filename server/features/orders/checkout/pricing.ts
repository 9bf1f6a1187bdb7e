import {
  type CouponTerms,
  type PricedProduct,
  applyCoupon,
  findListPrice,
} from '#contract/coupon-discount.ts'
import type { Currency } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import {
  type CommissionTier,
  findCommissionTier,
  splitByShare,
  takeCommission,
  toMinor,
} from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import type { Purchase } from '#contract/orders/orders.ts'
import { type SoldPartRow, getBumpPrice } from '#server/features/prices/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { offerCompletion } from '../completion/price.ts'
import type { OwnedPart } from '../completion/queries.ts'
import type { LockedProduct } from './queries.ts'

type WantedProduct = Purchase['products'][number]

/** A product that is offered beside another one, `percent` cheaper. */
export interface SoldBump {
  productId: number
  offeredId: number
  percent: number
}

interface PricingRules {
  commissionTiers: readonly CommissionTier[]
  currency: Currency
}

/** A line of an order: a product that is delivered, with its part of what is paid. */
export interface PricedLine {
  productId: number
  editionId: number
  packId: number | null
  packName: string | null
  name: string
  guaranteeDays: number
  priceMinor: number
  /** The price of a pack's part by itself, if the pack makes it cheaper; null otherwise. */
  listPriceMinor: number | null
  discountMinor: number
  feePercent: number
  feeMinor: number
  sellerShareMinor: number
}

/** What an order costs: its lines, and what a coupon took off them in all. */
export interface PricedCart {
  lines: PricedLine[]
  couponMinor: number
}

/**
 * Computes the lines of an order from the products' current prices, never from the prices that the buyer saw, and
 * splits each price between marketplace and seller. A price that has fallen since the buyer saw it is charged as it is
 * now. A pack has a line for each of its parts, with its share of the pack's price and commission.
 * @param parts those of the packs in the cart
 * @param bumps what is offered beside products of the cart; it counts instead of a coupon if it is the better discount
 * @param ownedParts what the buyer has of the packs that are completed
 * @param coupon what it takes off; the commission stays that of the prices without it
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if a product is no longer for sale;
 *   ERROR_PRICE_CHANGED if the buyer would pay another price than the page showed and not a lower one;
 *   the refusals of `applyCoupon`;
 *   ERROR_PACK_CHANGED if a pack lacks a part that the page showed;
 *   ERROR_PART_TWICE if a product would be sold twice by way of a pack;
 *   INVALID_DATA if the buyer offers less than the seller asks
 */
export function priceCart(
  rules: PricingRules,
  cart: Purchase,
  {
    products,
    parts,
    ownedParts = [],
    bumps = [],
    coupon,
  }: {
    products: LockedProduct[]
    parts: SoldPartRow[]
    ownedParts?: OwnedPart[]
    bumps?: SoldBump[]
    coupon?: CouponTerms | undefined
  },
): PricedCart {
  const wantedProducts = cart.products.map(wanted => {
    const product = products.find(({ id }) => id === wanted.id)
    if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${wanted.id}`)
    const partsOfPack = parts.filter(({ packId }) => packId === product.id)
    const completion = wanted.completes && offerCompletion(product.price, partsOfPack, ownedParts)
    const bump = findBump(wanted, product, { cart, bumps })
    return {
      wanted,
      product: bump
        ? { ...product, price: getBumpPrice(product, bump.percent) }
        : // Who completes a pack pays a fixed price, even if others choose theirs.
          completion
          ? { ...product, price: completion.price, isPriceDynamic: false }
          : product,
      ownPrice: product.price,
      isBumped: bump !== undefined,
      // The commission during an offer is that of the price after it, unless a lower one was asked before.
      priceAfterOffer:
        product.listPrice === null || product.offerKind === null
          ? null
          : findListPrice({ listPrice: product.listPrice, kind: product.offerKind }),
      isCompleted: completion !== undefined,
      parts: partsOfPack,
      soldParts: completion?.missingParts ?? partsOfPack,
    }
  })
  const lockedIds = new Set(products.map(({ id }) => id))
  if (wantedProducts.some(({ wanted, parts }) => areChanged(wanted, parts, lockedIds)))
    throw new ApiError('ERROR_PACK_CHANGED')
  const changedPrices = wantedProducts
    .filter(({ wanted, product }) => isChanged(wanted, product))
    .map(({ product: { id, price, isPriceDynamic } }) => ({ id, price, isPriceDynamic }))
  if (changedPrices.length > 0)
    throw new ApiError('ERROR_PRICE_CHANGED', JSON.stringify(changedPrices), { changedPrices })
  const askedPrices = wantedProducts.map(
    ({ wanted: { dynamicPrice }, product, ownPrice, priceAfterOffer, isBumped, isCompleted }) => ({
      id: product.id,
      price: product.isPriceDynamic ? offeredPrice(product, dynamicPrice) : product.price,
      listPrice: isBumped ? (priceAfterOffer ?? ownPrice) : priceAfterOffer,
      isCompleted,
    }),
  )
  const discounted = coupon && applyCouponOnce(coupon, askedPrices)
  const lines = wantedProducts.flatMap(
    ({ product, ownPrice, priceAfterOffer, isBumped, soldParts }, index) => {
      const withoutCoupon = askedPrices[index]!.price
      const price = discounted?.get(product.id) ?? withoutCoupon
      const listPrice = isBumped ? ownPrice : withoutCoupon
      const prices = {
        price,
        listPrice,
        tierPrice: Math.max(listPrice, ownPrice, priceAfterOffer ?? 0),
      }
      return product.isPack
        ? pricePack(rules, prices, product, soldParts)
        : [priceProduct(rules, prices, product)]
    },
  )
  if (new Set(lines.map(({ productId }) => productId)).size < lines.length)
    throw new ApiError('ERROR_PART_TWICE')
  const askedMinor = sum(askedPrices.map(({ price }) => toMinor(price)))
  return { lines, couponMinor: askedMinor - sum(lines.map(({ priceMinor }) => priceMinor)) }
}

/**
 * Finds the terms by which a product is offered beside another one of the cart; undefined without any, so that its own
 * price counts.
 */
function findBump(
  { bumpOf }: WantedProduct,
  { id, isPack, isPriceDynamic }: LockedProduct,
  { cart, bumps }: { cart: Purchase; bumps: readonly SoldBump[] },
): SoldBump | undefined {
  if (isPack || isPriceDynamic || cart.products.every(other => other.id !== bumpOf))
    return undefined
  return bumps.find(bump => bump.productId === bumpOf && bump.offeredId === id)
}

/**
 * Applies a coupon to the products that have no other discount: of those that a buyer can have, only one counts, and
 * the rest of a pack is sold for the difference already.
 * @throws ApiError the refusals of `applyCoupon`
 */
function applyCouponOnce(
  coupon: CouponTerms,
  askedPrices: readonly (PricedProduct & { isCompleted: boolean })[],
): Map<number, number> {
  const discount = applyCoupon(
    coupon,
    askedPrices.filter(({ isCompleted }) => !isCompleted),
  )
  if ('refusal' in discount) throw new ApiError(discount.refusal)
  const isPartFree = [...discount.prices.values()].includes(0)
  if (isPartFree && askedPrices.some(({ isCompleted }) => isCompleted))
    throw new ApiError('ERROR_COUPON_PART')
  return discount.prices
}

/** The prices of a product that is sold, in whole units: what is paid, without a discount, and for the commission. */
interface Prices {
  price: number
  listPrice: number
  tierPrice: number
}

function priceProduct(
  { commissionTiers, currency }: PricingRules,
  { price, listPrice, tierPrice }: Prices,
  { id, editionId, name, guaranteeDays }: LockedProduct,
): PricedLine {
  const priceMinor = toMinor(price)
  const feePercent = findCommissionTier(tierPrice, commissionTiers).percent
  const feeMinor = takeCommission(priceMinor, feePercent, currency)
  return {
    productId: id,
    editionId,
    packId: null,
    packName: null,
    name,
    guaranteeDays,
    priceMinor,
    listPriceMinor: listPrice > price ? toMinor(listPrice) : null,
    discountMinor: toMinor(listPrice - price),
    feePercent,
    feeMinor,
    sellerShareMinor: priceMinor - feeMinor,
  }
}

/**
 * Splits the price of a pack, in whole units, between the parts that are sold, in proportion to their own prices. The
 * commission is that of the whole pack's price, since it is what the seller sells, even to those who have a part of it.
 */
function pricePack(
  { commissionTiers, currency }: PricingRules,
  { price, tierPrice }: Prices,
  pack: LockedProduct,
  parts: SoldPartRow[],
): PricedLine[] {
  const feePercent = findCommissionTier(tierPrice, commissionTiers).percent
  const feeMinor = takeCommission(toMinor(price), feePercent, currency)
  // A part that became free since it was added has a small share too.
  const ownPrices = parts.map(part => toMinor(Math.max(part.price, 1)))
  const prices = splitByShare(toMinor(price), ownPrices, currency)
  const fees = splitByShare(feeMinor, prices, currency)
  return parts.map((part, index) => {
    const [priceMinor, feeMinor, ownPrice] = [prices[index]!, fees[index]!, ownPrices[index]!]
    const isCheaper = ownPrice > priceMinor
    return {
      productId: part.id,
      editionId: part.editionId,
      packId: pack.id,
      packName: pack.name,
      name: part.name,
      // The promise of the pack is for all that it sells, and that of a part goes with it.
      guaranteeDays: Math.max(pack.guaranteeDays, part.guaranteeDays),
      priceMinor,
      listPriceMinor: isCheaper ? ownPrice : null,
      discountMinor: isCheaper ? ownPrice - priceMinor : 0,
      feePercent,
      feeMinor,
      sellerShareMinor: priceMinor - feeMinor,
    }
  })
}

/**
 * Tells whether the buyer must see the present price before paying. Without a seen price only a dynamic price for a
 * product whose price is fixed now tells that the buyer saw something else.
 */
function isChanged(
  { dynamicPrice, seenPrice }: WantedProduct,
  { price, isPriceDynamic }: LockedProduct,
): boolean {
  // A free product is not sold. The page then shows how to get it.
  if (price === 0 && !isPriceDynamic) return true
  if (!isPriceDynamic)
    return dynamicPrice !== undefined || (seenPrice !== undefined && price > seenPrice)
  if (seenPrice === undefined) return false
  return dynamicPrice === undefined || (price > seenPrice && dynamicPrice < price)
}

/**
 * Tells whether the buyer must see the present parts of a pack before paying: one that the page showed is missing, or
 * one was added while the products were being locked.
 */
function areChanged(
  { seenParts = [] }: WantedProduct,
  parts: SoldPartRow[],
  lockedIds: ReadonlySet<number>,
): boolean {
  const ids = new Set(parts.map(({ id }) => id))
  return seenParts.some(id => !ids.has(id)) || parts.some(({ id }) => !lockedIds.has(id))
}

function offeredPrice({ id, price }: LockedProduct, dynamicPrice: number | undefined): number {
  if (dynamicPrice === undefined || dynamicPrice < price || dynamicPrice > LIMITS.dynamicPrice.max)
    throw new ApiError('INVALID_DATA', `product ${id}: offer below the asked price`)
  return dynamicPrice
}
