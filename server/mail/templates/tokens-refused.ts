import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'

export const renderTokensRefused: TemplateRenderer<'tokens_refused'> = (
  locale,
  { count, link },
  branding,
) => {
  const options = { locale }
  const subject = m.mail_tokens_refused_subject({}, options)
  const body = m.mail_tokens_refused_body({ count }, options)
  return renderLayout(
    locale,
    {
      subject,
      preview: body,
      heading: subject,
      paragraphs: [body, m.mail_tokens_refused_check({}, options)],
      action: { label: m.mail_review_action({}, options), href: link },
    },
    branding,
  )
}
