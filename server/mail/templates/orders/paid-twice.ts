import { formatAmount } from '#contract/core/format.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { renderLayout } from '../../layout.ts'
import { formatReceipt } from '../../receipt.ts'
import type { EmailContent, TemplateRenderer } from '../../template.ts'

export const renderPaidTwice: TemplateRenderer<'paid_twice'> = (locale, content, branding) => {
  const { isDelivered, receipt, link } = content
  const { subject, preview, paragraphs } = selectTexts(content, locale)
  const options = { locale }
  return renderLayout(
    locale,
    {
      subject,
      preview,
      heading: subject,
      paragraphs: [
        ...paragraphs,
        ...(isDelivered ? [m.mail_paid_twice_files({}, options)] : []),
        formatReceipt(receipt, locale),
      ],
      action: { label: m.mail_paid_twice_action({}, options), href: link },
      isReceipt: true,
    },
    branding,
  )
}

function selectTexts(
  { amountMinor, refusal, receipt }: Extract<EmailContent, { kind: 'paid_twice' }>,
  locale: Locale,
): { subject: string; preview: string; paragraphs: string[] } {
  const options = { locale }
  const amount = formatAmount(amountMinor, receipt.currency, locale)
  const days = LIMITS.refundTryDays
  if (refusal === 'final')
    return {
      subject: m.mail_paid_twice_failed_subject({}, options),
      preview: m.mail_paid_twice_failed_preview({}, options),
      paragraphs: [m.mail_paid_twice_failed_body({ amount }, options)],
    }
  if (refusal === 'repeated')
    return {
      subject: m.mail_paid_twice_refused_subject({}, options),
      preview: m.mail_paid_twice_refused_preview({ days }, options),
      paragraphs: [m.mail_paid_twice_refused_body({ amount, days }, options)],
    }
  return {
    subject: m.mail_paid_twice_subject({}, options),
    preview: m.mail_paid_twice_preview({ amount }, options),
    paragraphs: [m.mail_paid_twice_body({ amount }, options), m.mail_paid_twice_time({}, options)],
  }
}
