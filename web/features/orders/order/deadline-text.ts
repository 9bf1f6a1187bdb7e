import type { Currency } from '#contract/core/fields.ts'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import * as m from '#messages'
import { getLocale } from '#messages/runtime'
import { formatDateTime } from '#web/i18n/format.ts'

/**
 * Says until when an order can be paid, in the time zone of the country of its currency, as the emails do.
 * @param deadline ISO 8601
 * @param isAhead whether the deadline is not over yet
 */
export function describeDeadline(deadline: string, currency: Currency, isAhead: boolean): string {
  const { timeZone, city } = BUYER_TIME_ZONES[currency]
  const text = isAhead ? m.order_pending_deadline : m.order_pending_overdue
  return text({ moment: formatDateTime(deadline, timeZone), city: city[getLocale()] })
}
