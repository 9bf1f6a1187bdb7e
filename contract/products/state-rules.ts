/**
 * What a seller has decided about the sale of a product. A `paused` product keeps its page, on which nobody can buy.
 * That of an `archived` one only says that it is no longer offered. A product that an admin took down, or whose seller
 * is suspended, is shown nowhere whatever its state is. A `draft` has not been published yet.
 */
export const PRODUCT_STATES = ['draft', 'on_sale', 'paused', 'archived'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]

/** What holds for the products in a state, and the states to which their seller can change it. */
export const STATE_RULES: Readonly<
  Record<
    ProductState,
    {
      /** Whether the product is for sale and in all lists. */
      isListed: boolean
      /** Whether the product has a public page that shows it. */
      hasPage: boolean
      next: readonly ProductState[]
    }
  >
> = {
  // A draft is published by a call of its own, which requires that it is complete.
  draft: { isListed: false, hasPage: false, next: [] },
  on_sale: { isListed: true, hasPage: true, next: ['paused', 'archived'] },
  paused: { isListed: false, hasPage: true, next: ['on_sale', 'archived'] },
  archived: { isListed: false, hasPage: false, next: ['on_sale'] },
}

/** Tells whether a seller can change the state of a product. A repetition changes nothing. */
export const canChangeState = (from: ProductState, to: ProductState): boolean =>
  from === to || STATE_RULES[from].next.includes(to)
