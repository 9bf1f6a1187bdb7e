import type { MailRefusal } from '#contract/sales/mail-refusal.ts'
import * as m from '#messages'
import { formatDateTime } from '#web/i18n/format.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** Tells that the mail server refused the last email to the buyer of an order. */
export function MailRefusalNote({ refusal: { at } }: { refusal: MailRefusal }) {
  return (
    <Banner tone="warn" title={m.sale_mail_refused()}>
      {m.sale_mail_refused_text({ date: formatDateTime(at) })}
    </Banner>
  )
}
