import { splitByShare, toDecimal, toMinor } from '../core/money.ts'
import { sum } from '../core/sum.ts'

/**
 * What is known of a product when it is priced. All prices are in whole units. `price` is what it costs now: that of
 * its offer, or the least if buyers choose the price. `listPrice` is what it costs after its offer; null without an
 * offer, and if a lower price was asked before it. `parts` are those of a pack with their own prices; null for others.
 */
export interface ProductFacts {
  id: number
  price: number
  listPrice: number | null
  isPriceDynamic: boolean
  parts: { id: number; price: number }[] | null
}

/** What a coupon takes off: a percentage of the price of each product, or an amount of their sum in whole units. */
export const COUPON_KINDS = ['percent', 'amount'] as const
export type CouponKind = (typeof COUPON_KINDS)[number]

/** Why a coupon takes nothing off a cart. One that is off, or has not begun, is as unknown as another seller's. */
export const COUPON_REFUSALS = [
  'unknown',
  'ended',
  'used_up',
  'used_by_buyer',
  /** The network of the buyer has as many unfinished orders with it as one may have. */
  'held_by_network',
  'below_minimum',
  'other_products',
  'free_part',
  'no_discount',
] as const
export type CouponRefusal = (typeof COUPON_REFUSALS)[number]

/**
 * What a coupon takes off which products, from which sum of them on. `value` is a percentage from 1 to 100, or whole
 * units; `productIds` is null for all products of the seller, and `minimum` for any sum.
 */
export interface CouponTerms {
  kind: CouponKind
  value: number
  productIds: number[] | null
  minimum: number | null
}

/** All that decides what a cart costs. `quote` needs nothing else, so that server and browser compute the same. */
export interface QuoteFacts {
  products: ProductFacts[]
  /** The terms by which products are offered beside others, in percent. */
  bumps: { productId: number; offeredId: number; percent: number }[]
  /** What a pack that is completed takes from parts that were bought before, in minor units, by pack and part. */
  credits: { packId: number; partId: number; creditMinor: number }[]
  /** The coupon of the cart: its terms, or why it cannot be used; null without one. */
  coupon: { code: string; terms: CouponTerms | null; refusal: CouponRefusal | null } | null
}

/** What decides a price: the seller, the buyer who chooses it, or the one discount that counts. */
export const PRICE_REASONS = ['seller', 'buyer', 'offer', 'bump', 'completion', 'coupon'] as const
export type PriceReason = (typeof PRICE_REASONS)[number]

/** What a product of a cart costs, in whole units, and what it would cost without the discount that counts. */
export interface QuoteLine {
  id: number
  price: number
  before: number
  why: PriceReason
  /** The parts that are sold, if the product is a pack: all, or those that the buyer lacks; null otherwise. */
  partIds: number[] | null
}

/** Why a cart cannot be ordered as it is. Only an order that costs nothing has lines that cost nothing. */
export const QUOTE_OBSTACLES = ['product_twice', 'free_among_paid'] as const
export type QuoteObstacle = (typeof QUOTE_OBSTACLES)[number]

export interface Quote {
  lines: QuoteLine[]
  /** In whole units. */
  total: number
  /** The coupon of the cart, and why it takes nothing off; null without one. */
  coupon: { code: string; refusal: CouponRefusal | null } | null
  obstacle: QuoteObstacle | null
}

/**
 * A quote with what it was computed from, so that a form can show the next one while a price is typed or a product is
 * added.
 */
export interface ExplainedQuote {
  quote: Quote
  facts: QuoteFacts
}

/** What the page of a buyer showed: the total and each line in whole units, and the parts of a pack. */
export interface SeenQuote {
  total: number
  lines: Pick<QuoteLine, 'id' | 'price' | 'partIds'>[]
}

/** A product of a cart, as far as its price depends on it. */
interface WantedProduct {
  id: number
  /** What the buyer chooses to pay, where the price is dynamic, in whole units. */
  dynamicPrice?: number | undefined
  /** Set if only those parts of the pack are bought that the buyer lacks. */
  completes?: object | undefined
  /** The product beside which it was offered. */
  bumpOf?: number | undefined
}

/** A price with its reason. `before` is what would be paid without the discount, and what the commission follows. */
interface Offer {
  paid: number
  before: number
  why: PriceReason
}

interface PricedLine extends Offer {
  id: number
  partIds: number[] | null
}

/**
 * Computes what a cart costs. Of the discounts of a product the lowest price counts, once. Products without facts are
 * left out: whoever takes an order refuses them before.
 * @returns whole units throughout. The lines are in the sequence of the cart
 */
export function quote(
  { products }: { products: readonly WantedProduct[] },
  facts: QuoteFacts,
): Quote {
  const priced = products.flatMap(wanted => {
    const product = facts.products.find(({ id }) => id === wanted.id)
    return product ? [priceProduct(wanted, product, { products, facts })] : []
  })
  const { lines, refusal } = applyCoupon(priced, facts.coupon)
  return {
    lines: lines.map(({ id, paid, before, why, partIds }) => ({
      id,
      price: paid,
      before,
      why,
      partIds,
    })),
    total: sum(lines.map(({ paid }) => paid)),
    coupon: facts.coupon && { code: facts.coupon.code, refusal },
    obstacle: findObstacle(lines),
  }
}

interface PricingContext {
  products: readonly WantedProduct[]
  facts: QuoteFacts
}

/** Each discount that a product can have by itself. A coupon, which looks at the whole cart, comes after them. */
const DISCOUNTS: readonly ((
  wanted: WantedProduct,
  product: ProductFacts,
  context: PricingContext,
) => Offer | undefined)[] = [takeOffer, takeBump]

function priceProduct(
  wanted: WantedProduct,
  product: ProductFacts,
  context: PricingContext,
): PricedLine {
  const { id, parts } = product
  const completion = wanted.completes && completePack(product, context.facts)
  if (completion) return { id, ...completion }
  const offers = [
    askPrice(wanted, product),
    ...DISCOUNTS.flatMap(discount => discount(wanted, product, context) ?? []),
  ]
  return { id, ...findLowest(offers), partIds: parts && parts.map(part => part.id) }
}

/** Of offers at the same price the first counts. */
const findLowest = (offers: readonly Offer[]): Offer =>
  offers.reduce((lowest, offer) => (offer.paid < lowest.paid ? offer : lowest))

/** What the seller asks, or the buyer gives: never less than the seller asks. */
function askPrice({ dynamicPrice }: WantedProduct, product: ProductFacts): Offer {
  if (product.isPriceDynamic && dynamicPrice !== undefined && dynamicPrice >= product.price)
    return { paid: dynamicPrice, before: dynamicPrice, why: 'buyer' }
  const price = product.listPrice ?? product.price
  return { paid: price, before: price, why: 'seller' }
}

function takeOffer(
  _: WantedProduct,
  { price, listPrice, isPriceDynamic }: ProductFacts,
): Offer | undefined {
  if (listPrice === null || isPriceDynamic) return undefined
  return { paid: price, before: listPrice, why: 'offer' }
}

/**
 * A product that was offered beside another one. That one must be in the cart at a price of its own, so that two
 * products that name each other are not both cheaper.
 */
function takeBump(
  { id, bumpOf }: WantedProduct,
  { price, listPrice, isPriceDynamic, parts }: ProductFacts,
  { products, facts }: PricingContext,
): Offer | undefined {
  const anchor = products.find(other => other.id === bumpOf && other.bumpOf === undefined)
  if (!anchor || parts || isPriceDynamic) return undefined
  const terms = facts.bumps.find(
    ({ productId, offeredId }) => productId === anchor.id && offeredId === id,
  )
  if (!terms || price === 0) return undefined
  const before = listPrice ?? price
  // The percentage is rounded in favour of the buyer.
  const paid = Math.max(1, before - Math.ceil((before * terms.percent) / 100))
  return { paid, before, why: 'bump' }
}

/**
 * The missing parts of a pack: for its price less what was paid for the parts that the buyer has, rounded down, but for
 * no more than they cost by themselves, and for at least one unit each. Others may choose the price of the pack; this
 * one is fixed.
 * @returns undefined if the buyer has none of the parts, or all
 */
function completePack(
  { id, price, listPrice, parts }: ProductFacts,
  { credits }: QuoteFacts,
): (Offer & { partIds: number[] }) | undefined {
  const used = credits.filter(({ packId }) => packId === id)
  const missing = parts?.filter(part => used.every(({ partId }) => partId !== part.id)) ?? []
  if (used.length === 0 || missing.length === 0) return undefined
  const creditMinor = sum(used.map(credit => credit.creditMinor))
  const difference = Math.floor(toDecimal(toMinor(price) - creditMinor))
  const separately = sum(missing.map(part => Math.max(part.price, 1)))
  return {
    paid: Math.max(missing.length, Math.min(difference, separately)),
    before: listPrice ?? price,
    why: 'completion',
    partIds: missing.map(part => part.id),
  }
}

/**
 * Takes a coupon off the products that it names. Prices stay in whole units: a percentage is rounded in favour of the
 * buyer, and an amount is split by the prices. Either all products are free by it, or each line costs at least one unit
 * for each product that it delivers. Its discount is taken off the price without another discount, and counts if it is
 * lower; what is left of a pack that is completed is a difference already, which no coupon lowers.
 */
function applyCoupon(
  lines: readonly PricedLine[],
  coupon: QuoteFacts['coupon'],
): { lines: readonly PricedLine[]; refusal: CouponRefusal | null } {
  if (!coupon?.terms || coupon.refusal !== null) return { lines, refusal: coupon?.refusal ?? null }
  const { kind, value, productIds, minimum } = coupon.terms
  const named = lines.filter(
    ({ id, paid, why }) =>
      paid > 0 && why !== 'completion' && (productIds === null || productIds.includes(id)),
  )
  if (named.length === 0) return { lines, refusal: 'other_products' }
  const bases = named.map(({ before }) => before)
  const total = sum(bases)
  if (minimum !== null && total < minimum) return { lines, refusal: 'below_minimum' }
  const takenOff =
    kind === 'percent'
      ? bases.map(price => Math.ceil((price * value) / 100))
      : // Of currencies without cents and with them, the parts of whole units are whole.
        splitByShare(Math.min(value, total), bases, 'ARS')
  const exact = lines.map(line => {
    const index = named.indexOf(line)
    return index < 0 ? line.paid : bases[index]! - takenOff[index]!
  })
  // Rounding alone makes nothing free.
  const mayBeFree = kind === 'amount' || value === 100
  const isFree = mayBeFree && exact.every(price => price === 0)
  if (kind === 'percent' && value === 100 && !isFree) return { lines, refusal: 'free_part' }
  const discounted = lines.map((line, index): PricedLine => {
    if (!named.includes(line)) return line
    const paid = isFree ? 0 : Math.max(countProducts(line), exact[index]!)
    return { ...line, ...findLowest([line, { paid, before: line.before, why: 'coupon' }]) }
  })
  if (discounted.every(({ why }) => why !== 'coupon')) return { lines, refusal: 'no_discount' }
  return { lines: discounted, refusal: null }
}

/** What a line that is paid costs at least, in whole units: one for each product that is delivered. */
const countProducts = ({ partIds }: PricedLine): number => partIds?.length ?? 1

function findObstacle(lines: readonly PricedLine[]): Quote['obstacle'] {
  const delivered = lines.flatMap(({ id, partIds }) => partIds ?? [id])
  if (new Set(delivered).size < delivered.length) return 'product_twice'
  const isSomeFree = lines.some(({ paid }) => paid === 0)
  return isSomeFree && lines.some(({ paid }) => paid > 0) ? 'free_among_paid' : null
}

/**
 * Tells whether a quote is worse for the buyer than what the page showed, so that it must be shown before it is paid:
 * it costs more, a part of a pack is missing, a coupon does not count, or it cannot be ordered.
 */
export function isWorse({ lines, total, coupon, obstacle }: Quote, seen: SeenQuote): boolean {
  if (obstacle !== null || (coupon?.refusal ?? null) !== null || total > seen.total) return true
  return lines.some(({ id, price, partIds }) => {
    const line = seen.lines.find(line => line.id === id)
    if (!line || price > line.price) return true
    return (line.partIds ?? []).some(partId => !partIds?.includes(partId))
  })
}

/** Returns what a page that shows a quote sends back with the order. */
export const toSeen = ({ lines, total }: Quote): SeenQuote => ({
  total,
  lines: lines.map(({ id, price, partIds }) => ({ id, price, partIds })),
})
