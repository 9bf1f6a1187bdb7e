import { LIMITS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import type { OrderWithdrawal, WithdrawalTerms } from '#contract/withdrawals.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import { isPaymentPending, toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import { computeItemsAmount } from '#server/features/payments/refunds/partial/plan-refund.ts'
import { moneyOf } from '#server/features/payments/order-money.ts'
import { type WithdrawableItem, computeItemEnd, findWithdrawableItems } from './period.ts'

export interface OptionItem extends WithdrawableItem {
  name: string
  priceMinor: number
  refundedMinor: number
}

export interface WithdrawalOption {
  option: OrderWithdrawal['option']
  /** The items that the buyer would return, each with the end of its period; null if it has none or has not begun. */
  items: (OptionItem & { endsAt: Date | null })[]
  /** Whether the order has other items, which the buyer would keep: their periods are over, or they are credited. */
  isPart: boolean
  /** What the buyer would get back, in minor units. */
  amountMinor: number
  endsAt: Date | null
}

export const NOTHING: WithdrawalOption = {
  option: null,
  items: [],
  isPart: false,
  amountMinor: 0,
  endsAt: null,
}

/**
 * Decides what a buyer who withdraws from an order gets.
 * @param order.creditedIds the items whose price counts for a pack that another order completes. They are not returned
 * @param askedAt the moment of the request, which decides whether it is in time
 */
export function findOption(
  {
    order,
    payments,
    items,
    creditedIds,
  }: {
    order: OrderRow
    payments: PaymentRow[]
    items: OptionItem[]
    creditedIds: ReadonlySet<number>
  },
  terms: WithdrawalTerms,
  askedAt: Date,
): WithdrawalOption {
  if (order.state === 'refunded' || order.state === 'charged_back') return NOTHING
  const { refundable: paid, refundableMinor } = moneyOf(order, payments)
  if (paid.length === 0) {
    const isPending = payments.some(({ status }) => isPaymentPending(toPaymentStatus(status)))
    return isPending ? { ...NOTHING, option: 'cancel', items: items.map(withoutEnd) } : NOTHING
  }
  const refundableFrom = Date.now() - LIMITS.refundableDays * DAY_MS
  const isTooOld = order.approvedAt && +order.approvedAt < refundableFrom
  if (isTooOld) return NOTHING
  const { timeZone } = BUYER_TIME_ZONES[order.currency]
  const left = items.filter(({ isRefunded }) => !isRefunded)
  const returnable = left.filter(({ id }) => !creditedIds.has(id))
  if (left.length > 0 && returnable.length === 0) return NOTHING
  const inPeriod = findWithdrawableItems(returnable, terms, { timeZone, now: askedAt })
  const amountOf = (returned: readonly OptionItem[]) =>
    computeItemsAmount(
      returned.map(({ id }) => id),
      paid,
      items,
      order.currency,
    )
  const isPart = returnable.length < left.length
  const all = { isPart, amountMinor: isPart ? amountOf(returnable) : refundableMinor }
  const withEnd = (item: OptionItem) => ({
    ...item,
    endsAt: item.deliveredAt && computeItemEnd(item, item.deliveredAt, terms, timeZone),
  })
  const covered = { items: inPeriod.items.map(withEnd), endsAt: inPeriod.endsAt }
  // A buyer who cannot download the files gets the money back at any time.
  if (order.accessClosedAt !== null)
    return { option: 'refund', items: returnable.map(withoutEnd), ...all, endsAt: null }
  if (covered.items.length === returnable.length) return { option: 'refund', ...covered, ...all }
  // The payment of an order that is in review can only be refunded as a whole.
  const amountMinor =
    order.state === 'approved' && covered.items.length > 0 ? amountOf(covered.items) : 0
  return amountMinor > 0
    ? { option: 'refund', ...covered, isPart: true, amountMinor }
    : { option: 'answer', items: returnable.map(withoutEnd), ...all, endsAt: null }
}

const withoutEnd = (item: OptionItem) => ({ ...item, endsAt: null })
