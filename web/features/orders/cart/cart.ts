import { useSyncExternalStore } from 'react'
import { LIMITS } from '#contract/core/limits.ts'

/** The cart: products of one seller, each at most once. */
export interface Cart {
  seller: string
  ids: readonly number[]
}

const STORAGE_KEY = 'kiosko:cart'
const EMPTY_CART: Cart = { seller: '', ids: [] }

const listeners = new Set<() => void>()
let parsedText: string | null | undefined
let cart = EMPTY_CART

export type AddToCartResult = 'added' | 'already-added' | 'full' | 'other-seller'

/** Adds a product to the cart, unless the cart holds products of another seller. */
export function addToCart(id: number, seller: string): AddToCartResult {
  const { ids, seller: current } = readCart()
  if (ids.length > 0 && current !== seller) return 'other-seller'
  if (ids.includes(id)) return 'already-added'
  if (ids.length >= LIMITS.cartItems) return 'full'
  writeCart({ seller, ids: [...ids, id] })
  return 'added'
}

/** Replaces the whole cart with one product, if the cart held products of another seller. */
export function replaceCart(id: number, seller: string): void {
  writeCart({ seller, ids: [id] })
}

/**
 * Adds products of one seller to the cart: all of them, or none if they do not fit or the cart is of another seller.
 */
export function addAllToCart(
  newIds: readonly number[],
  seller: string,
): Exclude<AddToCartResult, 'already-added'> {
  const { ids, seller: current } = readCart()
  if (ids.length > 0 && current !== seller) return 'other-seller'
  const allIds = [...new Set([...ids, ...newIds])]
  if (allIds.length > LIMITS.cartItems) return 'full'
  writeCart({ seller, ids: allIds })
  return 'added'
}

/** Puts products of one seller into the cart, unless the cart holds other products, which are then kept. */
export function fillEmptyCart(ids: readonly number[], seller: string): void {
  if (readCart().ids.length === 0) writeCart({ seller, ids: ids.slice(0, LIMITS.cartItems) })
}

/** Removes products from the cart, because the buyer asked for it, they were bought, or they are no longer for sale. */
export function removeFromCart(removedIds: readonly number[]): void {
  const { seller, ids } = readCart()
  const remainingIds = ids.filter(id => !removedIds.includes(id))
  if (remainingIds.length !== ids.length)
    writeCart(remainingIds.length > 0 ? { seller, ids: remainingIds } : EMPTY_CART)
}

/** Returns the cart, which is the same in all tabs. On the server and in the first render it is empty. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, readCart, () => EMPTY_CART)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function readCart(): Cart {
  const storedCart = storedText()
  if (storedCart !== parsedText) {
    parsedText = storedCart
    cart = parseCart(storedCart)
  }
  return cart
}

function writeCart(next: Cart): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  } catch {
    // If the browser refuses to store data, the cart is kept in memory until the page is closed.
    parsedText = storedText()
    cart = next
  }
  for (const listener of listeners) listener()
}

function storedText(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

/** Parses and validates the stored cart, since the stored text can be anything. */
function parseCart(storedCart: string | null): Cart {
  try {
    const { seller, ids } = JSON.parse(storedCart ?? '{}') as Partial<Cart>
    if (typeof seller !== 'string' || !Array.isArray(ids)) return EMPTY_CART
    const validIds = ids.filter(id => Number.isInteger(id) && (id as number) > 0) as number[]
    return { seller, ids: [...new Set(validIds)].slice(0, LIMITS.cartItems) }
  } catch {
    return EMPTY_CART
  }
}
