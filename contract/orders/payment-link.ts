import { LIMITS } from '../core/limits.ts'

/**
 * How a buyer came to the form that made an order: by a payment link, by the buy button of another site, by the QR code
 * of a printed sheet, by the cart, or by the page of the product.
 */
export const ORDER_ENTRIES = ['link', 'button', 'qr', 'cart', 'page'] as const
export type OrderEntry = (typeof ORDER_ENTRIES)[number]

/** Reads the stored entry of an order. Returns null if it is not known. */
export const parseOrderEntry = (text: string | null): OrderEntry | null =>
  ORDER_ENTRIES.find(entry => entry === text) ?? null

/** The entries for which a payment link has a tag. One without a tag is a `link`. */
export type LinkTag = Extract<OrderEntry, 'button' | 'qr'>
const LINK_TAGS: readonly LinkTag[] = ['button', 'qr']

/** What a payment link asks for. */
export interface PaymentLink {
  /** The products, each once. */
  ids: number[]
  /** The proposed price in whole units. It counts only if the one product of the link has a dynamic price. */
  price?: number | undefined
  couponCode?: string | undefined
  tag?: LinkTag | undefined
}

/** Returns the path of a payment link: `/comprar/7`, `/comprar/7,9`, `/comprar/7?precio=9000&via=button`. */
export function buildPaymentLinkPath({ ids, price, couponCode, tag }: PaymentLink): string {
  const query = new URLSearchParams()
  if (couponCode !== undefined) query.set('cupon', couponCode)
  if (price !== undefined) query.set('precio', String(price))
  if (tag !== undefined) query.set('via', tag)
  const text = query.toString()
  return `/comprar/${ids.join(',')}${text && `?${text}`}`
}

/** Returns the path of the picture of the buy button in a language. */
export const buildBuyButtonPath = (locale: 'es' | 'en'): string => `/buy-button/${locale}.svg`

/**
 * Reads the ids of a payment link. People can write a space behind a comma and name a product twice.
 * @returns undefined if the text is not a list of ids; a list can be longer than `LIMITS.cartItems`
 */
export function parsePaymentLinkIds(text: string): number[] | undefined {
  const ids = text.split(',').map(part => part.trim())
  if (!ids.every(id => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= MAX_ID)) return undefined
  return [...new Set(ids.map(Number))]
}

/**
 * Reads the parameters of a payment link. What is no price or no known tag is ignored, since people pass links on by
 * hand.
 */
export function parsePaymentLinkQuery(query: URLSearchParams): {
  price: number | undefined
  /**
   * The code of a coupon, as it was typed; it is checked like one that the buyer types. Empty to ask the buyer for one.
   */
  couponCode: string | undefined
  entry: OrderEntry
} {
  const price = query.get('precio') ?? ''
  const isPrice = /^[1-9]\d{0,6}$/.test(price) && Number(price) <= LIMITS.dynamicPrice.max
  const via = query.get('via')
  return {
    price: isPrice ? Number(price) : undefined,
    couponCode: query.get('cupon')?.slice(0, 40),
    entry: LINK_TAGS.find(tag => tag === via) ?? 'link',
  }
}

/** The largest value of PostgreSQL's `integer`. */
const MAX_ID = 2_147_483_647
