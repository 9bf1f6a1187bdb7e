/**
 * What a seller has decided about the sale of a product. A `paused` product keeps its page, on which nobody can buy.
 * That of an `archived` one only says that it is no longer offered. A product that an admin took down, or whose seller
 * is suspended, is shown nowhere whatever its state is. A `draft` has not been published yet.
 */
export const PRODUCT_STATES = ['draft', 'on_sale', 'paused', 'archived'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]

/** The states to which the seller of a product in a state can change it. */
export const NEXT_STATES: Readonly<Record<ProductState, readonly ProductState[]>> = {
  // A draft is published by a call of its own, which requires that it is complete.
  draft: [],
  on_sale: ['paused', 'archived'],
  paused: ['on_sale', 'archived'],
  archived: ['on_sale'],
}

/** Tells whether a seller can change the state of a product. A repetition changes nothing. */
export const canChangeState = (from: ProductState, to: ProductState): boolean =>
  from === to || NEXT_STATES[from].includes(to)
