import type { Currency } from '#contract/core/fields.ts'
import { chargeStep } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import { ApiError } from '#server/http/api-error.ts'

/** What a request asks to refund: an amount in minor units, or items. */
export type RefundedPart = { amountMinor: number } | { itemIds: readonly number[] }

interface RefundablePayment {
  id: string
  amountMinor: number
  refundedMinor: number
}

interface RefundableItem {
  id: number
  priceMinor: number
  refundedMinor: number
}

/** The refund of a payment: of a part of it, in minor units, or of all that is left of it. */
export interface PlannedRefund {
  paymentId: string
  amountMinor: number | null
}

/**
 * Plans which refunds return a part of an order. The payments that together paid an order are used up one after the
 * other. If a part is all that is left, everything is refunded.
 * @param payments the payments that paid the order
 * @throws ApiError INVALID_DATA if the amount cannot be refunded, or an item is not of the order;
 * PAYMENT_STATUS_ALREADY_SET if an item was refunded before
 */
export function planRefund(
  part: RefundedPart,
  payments: readonly RefundablePayment[],
  items: readonly RefundableItem[],
  currency: Currency,
): PlannedRefund[] {
  const step = chargeStep(currency)
  const leftMinor = sum(payments.map(getLeftMinor))
  const amountMinor =
    'amountMinor' in part
      ? part.amountMinor
      : computeItemsAmount(part.itemIds, payments, items, currency)
  if (amountMinor <= 0 || amountMinor > leftMinor || amountMinor % step !== 0)
    throw new ApiError('INVALID_DATA', `refund ${amountMinor} of ${leftMinor}`)
  if (amountMinor === leftMinor)
    return payments
      .filter(payment => getLeftMinor(payment) > 0)
      .map(({ id }) => ({ paymentId: id, amountMinor: null }))
  let toPlanMinor = amountMinor
  return payments.flatMap(payment => {
    const takenMinor = Math.min(toPlanMinor, getLeftMinor(payment))
    toPlanMinor -= takenMinor
    return takenMinor > 0 ? [{ paymentId: payment.id, amountMinor: takenMinor }] : []
  })
}

/**
 * Computes what a refund of items returns, in minor units: what is left of their prices, rounded down to what can be
 * charged.
 * @throws ApiError as `planRefund` for items that cannot be refunded
 */
export function computeItemsAmount(
  itemIds: readonly number[],
  payments: readonly Pick<RefundablePayment, 'amountMinor' | 'refundedMinor'>[],
  items: readonly RefundableItem[],
  currency: Currency,
): number {
  const step = chargeStep(currency)
  const leftMinor = sum(payments.map(getLeftMinor))
  return Math.floor(sumItems(itemIds, items, leftMinor) / step) * step
}

/** Adds up what is left of the prices of items. It is all that is left of the payments if these are all items. */
function sumItems(
  itemIds: readonly number[],
  items: readonly RefundableItem[],
  leftMinor: number,
): number {
  const wanted = new Set(itemIds)
  const found = items.filter(({ id }) => wanted.has(id))
  if (found.length < wanted.size) throw new ApiError('INVALID_DATA', 'item of another order')
  if (found.some(item => getLeftOfItem(item) <= 0))
    throw new ApiError('PAYMENT_STATUS_ALREADY_SET', 'item refunded')
  const isRestKept = items.some(item => !wanted.has(item.id) && getLeftOfItem(item) > 0)
  return isRestKept ? sum(found.map(getLeftOfItem)) : leftMinor
}

const getLeftMinor = ({
  amountMinor,
  refundedMinor,
}: Pick<RefundablePayment, 'amountMinor' | 'refundedMinor'>): number => amountMinor - refundedMinor
const getLeftOfItem = ({ priceMinor, refundedMinor }: RefundableItem): number =>
  priceMinor - refundedMinor
