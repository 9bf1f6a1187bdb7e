import * as m from '#messages'
import { compose } from '../layout.ts'
import type { Writer } from '../template.ts'
import { fileSize } from '../file-size.ts'

export const orderDelivered: Writer<'order_delivered'> = (locale, letter, stationery) => {
  const options = { locale }
  const [first] = letter.items
  const several = letter.items.length > 1
  return compose(
    locale,
    {
      subject: several
        ? m.mail_delivery_subject_many({ count: letter.items.length }, options)
        : m.mail_delivery_subject({ product: first?.name ?? '' }, options),
      preview: m.mail_delivery_preview({}, options),
      heading: m.mail_delivery_heading({}, options),
      paragraphs: [m.mail_delivery_body({ seller: letter.sellerUsername }, options)],
      list: letter.items.map(({ name, fileName, sizeBytes }) => ({
        title: name,
        detail: `${fileName} · ${fileSize(sizeBytes)}`,
      })),
      action: { label: m.mail_delivery_action({}, options), href: letter.link },
      notes: [m.mail_delivery_note({ downloads: letter.downloads, days: letter.days }, options)],
    },
    stationery,
  )
}
