import { LIMITS } from '#contract/core/limits.ts'
import type { OrderWithdrawal } from '#contract/withdrawals.ts'
import * as m from '#messages'
import { formatLastDay } from './format-last-day.ts'

/** Returns what the buyer of an order reads about the withdrawal. */
export function getWithdrawalStateText(
  { state, dueAt, reason }: NonNullable<OrderWithdrawal['withdrawal']>,
  timeZone: string,
): string {
  switch (state) {
    case 'canceling':
      return m.withdrawal_state_canceling()
    case 'asking':
      return m.withdrawal_state_asking({
        day: dueAt === null ? '' : formatLastDay(dueAt, timeZone),
      })
    case 'refunding':
      return m.withdrawal_state_refunding()
    case 'waiting_funds':
      return m.withdrawal_state_waiting({ days: LIMITS.refundTryDays })
    case 'refunded':
      return m.withdrawal_state_refunded()
    case 'canceled':
      return m.withdrawal_state_canceled()
    case 'declined':
      return m.withdrawal_state_declined({ reason: reason ?? '' })
    case 'disputed':
      return m.withdrawal_state_disputed()
    case 'failed':
      return m.withdrawal_state_failed()
  }
}
