import * as m from '#messages'
import type { NotificationKindDefinition } from './notification-kind.ts'

/** The notification that a product's file was refused. `signature` is the scanner's name for what it found. */
export const fileRefusedNotification: NotificationKindDefinition<'file_refused'> = {
  path: '/dashboard/products',
  email({ productName: product, ...data }, options) {
    const { fileRefusal, signature, areDownloadsClosed } = data
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
