import { formatMonth } from '#contract/core/format-date.ts'
import { formatAmount } from '#contract/core/format.ts'
import * as m from '#messages'
import type { NotificationKindDefinition } from './notification-kind.ts'

/** The notification with what the month before brought, for each currency in which something was sold or moved. */
export const statementNotification: NotificationKindDefinition<'statement'> = {
  path: '/dashboard/sales?view=statements',
  email({ month, isFinal, results }, options) {
    const { locale } = options
    const name = formatMonth(month, locale)
    return {
      subject: m.notification_email_statement_subject({ month: name }, options),
      heading: m.notification_email_statement_heading({ month: name }, options),
      paragraphs: [
        ...results.map(({ currency, saleCount, netMinor }) =>
          m.notification_email_statement_result(
            { sales: saleCount, amount: formatAmount(netMinor, currency, locale) },
            options,
          ),
        ),
        isFinal
          ? m.notification_email_statement_final({}, options)
          : m.notification_email_statement_provisional({}, options),
      ],
      action: m.notification_email_statement_action({}, options),
    }
  },
}
