import type { OrderState } from './payment-state.ts'

/**
 * Who asks for another email address of an order. `browser`: the browser that made the order, known by its cookie.
 * `link`: anybody else with the link to the order, who may be a stranger at a mistyped address.
 */
export type Requester = 'browser' | 'link' | 'seller' | 'admin'

/** Who must agree to a change of the email address, each by a link in an email. */
export type ChangeRule = 'new_address' | 'both_addresses' | 'refused'

export interface ChangedOrder {
  state: OrderState
  isHeld: boolean
  /** Whether the address was not erased. */
  hasAddress: boolean
  /** Whether a file of the order was downloaded. */
  isDownloaded: boolean
}

/**
 * Decides who must agree to a change of an order's email address. The new address always must, so that a second
 * mistyped address gets nothing. The current address must agree if the requester could be somebody who takes the
 * purchase away from its buyer.
 */
export function decideChange(requester: Requester, order: ChangedOrder): ChangeRule {
  const { state, isHeld, hasAddress, isDownloaded } = order
  // Nothing is delivered any more after the money went back, and nobody waits for an erased address.
  if (state === 'refunded' || state === 'charged_back' || !hasAddress) return 'refused'
  if (requester === 'admin') return 'new_address'
  // While a payment is suspected of fraud, only an admin decides.
  if (state === 'review' || isHeld) return 'refused'
  if (requester === 'link') return 'both_addresses'
  if (requester === 'seller' && isDownloaded) return 'both_addresses'
  return 'new_address'
}
