import { formatAmount } from '#contract/core/format.ts'
import * as m from '#messages'
import { formatReceipt } from '#server/mail/receipt.ts'
import {
  type NotificationKindDefinition,
  formatDetailAmount,
  formatProductNames,
} from './notification-kind.ts'

/** The notification that an order was paid and delivered. `amountMinor` is the amount that the seller receives. */
export const saleNotification: NotificationKindDefinition = {
  topic: 'sales',
  path: '/dashboard/sales',
  email(detail, options, { sale }) {
    const product = formatProductNames(detail, options)
    const amount = formatDetailAmount(detail, options)
    return {
      subject: m.notification_email_sale_subject({ product }, options),
      heading: m.notification_email_sale_heading({}, options),
      paragraphs: [
        m.notification_email_sale_body({ product, amount }, options),
        ...(sale
          ? [
              formatReceipt(sale, options.locale),
              m.notification_email_sale_buyer({ email: sale.buyer }, options),
            ]
          : []),
      ],
      ...(sale && {
        list: sale.items.map(({ name, priceMinor, imageUrl }) => ({
          title: name,
          detail: formatAmount(priceMinor, sale.currency, options.locale),
          imageUrl,
        })),
      }),
      action: m.notification_email_see_sale({}, options),
    }
  },
}
