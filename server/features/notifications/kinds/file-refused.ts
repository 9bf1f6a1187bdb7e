import * as m from '#messages'
import { type NotificationKindDefinition, formatProductNames } from './notification-kind.ts'

/** The notification that a product's file was refused. `signature` is the scanner's name for what it found. */
export const fileRefusedNotification: NotificationKindDefinition = {
  topic: 'moderation',
  path: '/dashboard/products',
  email(detail, options) {
    const product = formatProductNames(detail, options)
    const { fileRefusal, signature, areDownloadsClosed } = detail
    return {
      subject: m.notification_email_file_refused_subject({ product }, options),
      heading: m.notification_email_file_refused_heading({}, options),
      paragraphs: [
        fileRefusal === 'too_large'
          ? m.notification_email_file_refused_too_large({ product }, options)
          : m.notification_email_file_refused_malware(
              { product, signature: signature ?? '' },
              options,
            ),
        ...(areDownloadsClosed ? [m.notification_email_file_refused_downloads({}, options)] : []),
        m.notification_email_file_refused_next({}, options),
      ],
      action: m.notification_email_see_products({}, options),
    }
  },
}
