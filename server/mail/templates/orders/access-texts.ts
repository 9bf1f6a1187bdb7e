import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { OrderUpdate } from '../../template.ts'
import type { Texts } from './order-update-texts.ts'

/** The fragment of the order page that opens the withdrawal. */
const WITHDRAWAL_FRAGMENT = '#withdrawal'

/** Writes what an email says when the downloads of an order are closed, or when they are open again. */
export function writeAccess(
  update: Extract<OrderUpdate, { kind: `access_${string}` }>,
  { product, seller }: { product: string; seller: string },
  locale: Locale,
): Texts {
  const options = { locale }
  if (update.kind === 'access_opened')
    return {
      subject: m.mail_access_opened_subject({ product }, options),
      preview: m.mail_access_opened_body({ days: LIMITS.grantDays }, options),
      heading: m.mail_access_opened_heading({}, options),
      paragraphs: [m.mail_access_opened_body({ days: LIMITS.grantDays }, options)],
      actionLabel: m.mail_delivery_action({}, options),
    }
  if (update.requestedBy === undefined)
    return {
      subject: m.mail_file_infected_subject({ product }, options),
      preview: m.mail_file_infected_warning({}, options),
      heading: m.mail_file_infected_heading({}, options),
      paragraphs: [
        m.mail_file_infected_body({ seller, signature: update.note }, options),
        m.mail_file_infected_warning({}, options),
        m.mail_access_closed_rights({ days: LIMITS.refundableDays }, options),
        m.mail_file_infected_mistake({}, options),
      ],
      actionLabel: m.mail_access_closed_action({}, options),
      actionFragment: WITHDRAWAL_FRAGMENT,
    }
  return {
    subject: m.mail_access_closed_subject({ product }, options),
    preview: m.mail_access_closed_preview({}, options),
    heading: m.mail_access_closed_heading({}, options),
    paragraphs: [
      m.mail_access_closed_body({ seller }, options),
      m.mail_reason({ reason: update.note }, options),
      m.mail_access_closed_write({ seller }, options),
      m.mail_access_closed_rights({ days: LIMITS.refundableDays }, options),
    ],
    actionLabel: m.mail_access_closed_action({}, options),
    actionFragment: WITHDRAWAL_FRAGMENT,
  }
}
