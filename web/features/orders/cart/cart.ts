import { useSyncExternalStore } from 'react'
import { LIMITS } from '#contract/core/limits.ts'

/** The cart: products of one seller, each at most once. */
export interface Cart {
  seller: string
  ids: readonly number[]
}

const KEY = 'kiosko:cart'
const EMPTY: Cart = { seller: '', ids: [] }

const listeners = new Set<() => void>()
let text: string | null | undefined
let cart = EMPTY

export type Added = 'added' | 'there' | 'full' | 'other-seller'

/** Adds a product, unless the cart holds products of another seller. */
export function addToCart(id: number, seller: string): Added {
  const { ids, seller: current } = readCart()
  if (ids.length > 0 && current !== seller) return 'other-seller'
  if (ids.includes(id)) return 'there'
  if (ids.length >= LIMITS.cartItems) return 'full'
  write({ seller, ids: [...ids, id] })
  return 'added'
}

/** Replaces the cart of another seller with one product. */
export function replaceCart(id: number, seller: string): void {
  write({ seller, ids: [id] })
}

/**
 * Removes products from the cart: on the buyer's request, because they are no longer for sale, or because they were
 * bought.
 */
export function removeFromCart(gone: readonly number[]): void {
  const { seller, ids } = readCart()
  const left = ids.filter(id => !gone.includes(id))
  if (left.length !== ids.length) write(left.length > 0 ? { seller, ids: left } : EMPTY)
}

/** Returns the cart, in sync between tabs. It is empty on the server and in the first render. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, readCart, () => EMPTY)
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
  const stored = storedText()
  if (stored !== text) {
    text = stored
    cart = parsed(stored)
  }
  return cart
}

function write(next: Cart): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // If the browser stores nothing, the cart lives as long as the page.
    text = storedText()
    cart = next
  }
  for (const listener of listeners) listener()
}

function storedText(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Parses the stored cart. The stored text may be anything, so it is validated. */
function parsed(stored: string | null): Cart {
  try {
    const { seller, ids } = JSON.parse(stored ?? '{}') as Partial<Cart>
    if (typeof seller !== 'string' || !Array.isArray(ids)) return EMPTY
    const whole = ids.filter(id => Number.isInteger(id) && (id as number) > 0) as number[]
    return { seller, ids: [...new Set(whole)].slice(0, LIMITS.cartItems) }
  } catch {
    return EMPTY
  }
}
