import * as m from '#messages'
import { renderLayout } from '../layout.ts'
import type { TemplateRenderer } from '../template.ts'
import { formatFileSize } from '../format.ts'

export const renderOrderDelivered: TemplateRenderer<'order_delivered'> = (
  locale,
  content,
  branding,
) => {
  const options = { locale }
  const [first] = content.items
  const isMultiple = content.items.length > 1
  return renderLayout(
    locale,
    {
      subject: isMultiple
        ? m.mail_delivery_subject_many({ count: content.items.length }, options)
        : m.mail_delivery_subject({ product: first?.name ?? '' }, options),
      preview: m.mail_delivery_preview({}, options),
      heading: m.mail_delivery_heading({}, options),
      paragraphs: [m.mail_delivery_body({ seller: content.sellerUsername }, options)],
      list: content.items.map(({ name, fileName, sizeBytes }) => ({
        title: name,
        detail: `${fileName} · ${formatFileSize(sizeBytes)}`,
      })),
      action: { label: m.mail_delivery_action({}, options), href: content.link },
      notes: [m.mail_delivery_note({ downloads: content.downloads, days: content.days }, options)],
    },
    branding,
  )
}
