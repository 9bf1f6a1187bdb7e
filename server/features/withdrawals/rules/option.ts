import type { Currency } from '#contract/core/fields.ts'
import { BUYER_TIME_ZONES } from '#contract/core/time-zone.ts'
import type { OrderWithdrawal, WithdrawalTerms } from '#contract/withdrawals.ts'
import {
  type OrderRow,
  type PaymentRow,
  isPaymentPending,
  toPaymentStatus,
} from '#server/features/orders/service.ts'
import { isRefundable } from '#server/features/payments/service.ts'
import { type WithdrawableItem, findWithdrawableItems } from './period.ts'

/** The number of days after which MercadoPago refunds no payment. Source: MercadoPago's documentation of refunds. */
const REFUNDABLE_DAYS = 180
const DAY_MS = 86_400_000

export interface OptionItem extends WithdrawableItem {
  name: string
  priceMinor: number
  refundedMinor: number
}

export interface WithdrawalOption {
  option: OrderWithdrawal['option']
  items: OptionItem[]
  /** What the buyer would get back, in minor units. */
  amountMinor: number
  endsAt: Date | null
}

const NOTHING: WithdrawalOption = { option: null, items: [], amountMinor: 0, endsAt: null }

/**
 * Decides what a buyer who withdraws from an order gets.
 * @param askedAt the moment of the request, which decides whether it is in time
 */
export function findOption(
  { order, payments, items }: { order: OrderRow; payments: PaymentRow[]; items: OptionItem[] },
  terms: WithdrawalTerms,
  askedAt: Date,
): WithdrawalOption {
  if (order.state === 'refunded' || order.state === 'charged_back') return NOTHING
  const paid = findPaidPayments(order, payments)
  if (paid.length === 0) {
    const isPending = payments.some(({ status }) => isPaymentPending(toPaymentStatus(status)))
    return isPending ? { ...NOTHING, option: 'cancel', items } : NOTHING
  }
  const isTooOld = order.approvedAt && +order.approvedAt < Date.now() - REFUNDABLE_DAYS * DAY_MS
  if (isTooOld) return NOTHING
  const { timeZone } = BUYER_TIME_ZONES[order.currency as Currency]
  const returnable = items.filter(({ isRefunded }) => !isRefunded)
  const inPeriod = findWithdrawableItems(items, terms, { timeZone, now: askedAt })
  const amountMinor = paid.reduce((sum, payment) => sum + remainderOf(payment), 0)
  // An order is returned as a whole, so that the seller is asked if one of its items is not in the period.
  if (inPeriod.items.length < returnable.length)
    return { option: 'answer', items: returnable, amountMinor, endsAt: null }
  return { option: 'refund', items: returnable, amountMinor, endsAt: inPeriod.endsAt }
}

/** Finds the payment that a refund of an order returns, or the payments that together paid the order. */
function findPaidPayments(order: OrderRow, payments: PaymentRow[]): PaymentRow[] {
  const refundable = payments.filter(payment => isRefundable(payment, order))
  const parts = refundable.filter(({ isPart }) => isPart)
  if (parts.length > 0) return parts
  const main = refundable.find(({ id }) => id === order.approvedPaymentId)
  if (main) return [main]
  return order.approvedPaymentId === null ? refundable.slice(0, 1) : []
}

const remainderOf = ({ amountMinor, refundedMinor }: PaymentRow): number =>
  amountMinor - refundedMinor
