import * as m from '#messages'
import { compose } from '../layout.ts'
import type { Writer } from '../template.ts'

export const ordersResent: Writer<'orders_resent'> = (locale, { orders }, stationery) => {
  const options = { locale }
  return compose(
    locale,
    {
      subject: m.mail_resent_subject({}, options),
      preview: m.mail_resent_preview({}, options),
      heading: m.mail_resent_heading({}, options),
      paragraphs: [m.mail_resent_body({}, options)],
      list: orders.map(({ link, names }) => ({
        title: names.join(', '),
        detail: link,
        href: link,
      })),
      notes: [m.mail_resent_note({}, options)],
    },
    stationery,
  )
}
