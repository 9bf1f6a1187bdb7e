import * as m from '#messages'
import { compose } from '../layout.ts'
import type { Writer } from '../template.ts'

export const supportMessage: Writer<'support_message'> = (
  locale,
  { email, message, userId },
  stationery,
) => {
  const options = { locale }
  return compose(
    locale,
    {
      subject: m.mail_support_subject({ email }, options),
      preview: message.slice(0, 90),
      heading: m.mail_support_heading({}, options),
      paragraphs: [
        m.mail_support_from({ email }, options),
        ...message.split('\n').filter(line => line.trim() !== ''),
      ],
      notes: [
        m.mail_support_note({}, options),
        ...(userId === null ? [] : [m.mail_support_user({ id: userId }, options)]),
      ],
    },
    stationery,
  )
}
