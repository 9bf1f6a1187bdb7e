import type { Currency } from '#contract/core/fields.ts'
import { chargeStep } from '#contract/core/money.ts'
import { parseAmount } from '#contract/core/parse-amount.ts'

export type RefundKind = 'all' | 'items' | 'amount'

/** What a person has chosen to refund, as it is entered. */
export interface RefundChoice {
  kind: RefundKind
  itemIds: number[]
  amountText: string
}

/** An order item that can be refunded. Amounts are minor units. */
export interface RefundableItem {
  itemId: number
  productName: string
  priceMinor: number
  refundedMinor: number
}

/** What is left of a payment or of an order. */
export interface RefundableAmount {
  leftMinor: number
  currency: Currency
  items: readonly RefundableItem[]
}

export const getLeftOfItem = ({ priceMinor, refundedMinor }: RefundableItem): number =>
  priceMinor - refundedMinor

/**
 * Returns the amount of a choice, and the fields of its request. A choice of everything that is left is a refund of the
 * whole payment.
 * @returns undefined if nothing valid was chosen yet
 */
export function readChoice(
  { kind, itemIds, amountText }: RefundChoice,
  { leftMinor, currency, items }: RefundableAmount,
): { amountMinor: number; body: { amountMinor?: number; itemIds?: number[] } } | undefined {
  if (kind === 'all') return { amountMinor: leftMinor, body: {} }
  if (kind === 'items') {
    const chosen = items.filter(({ itemId }) => itemIds.includes(itemId))
    if (chosen.length === 0) return undefined
    if (items.every(item => chosen.includes(item) || getLeftOfItem(item) <= 0))
      return { amountMinor: leftMinor, body: {} }
    const step = chargeStep(currency)
    const sumMinor = chosen.reduce((sum, item) => sum + getLeftOfItem(item), 0)
    return { amountMinor: Math.floor(sumMinor / step) * step, body: { itemIds } }
  }
  const amountMinor = parseAmount(amountText) ?? 0
  if (amountMinor <= 0 || amountMinor > leftMinor || amountMinor % chargeStep(currency) !== 0)
    return undefined
  return { amountMinor, body: amountMinor === leftMinor ? {} : { amountMinor } }
}
