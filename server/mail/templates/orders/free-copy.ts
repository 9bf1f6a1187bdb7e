import { formatFileSize } from '#contract/core/format.ts'
import { sum } from '#contract/core/sum.ts'
import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderFreeCopy: TemplateRenderer<'free_copy'> = (
  locale,
  { link, sellerUsername, items, downloads, days },
  branding,
) => {
  const options = { locale }
  const [first, ...others] = items
  return renderLayout(
    locale,
    {
      subject:
        first && others.length === 0
          ? m.mail_free_copy_subject({ product: first.name }, options)
          : m.mail_free_copies_subject({ count: items.length }, options),
      preview: m.mail_free_copy_preview({}, options),
      heading: m.mail_free_copy_heading({}, options),
      paragraphs: [m.mail_free_copy_body({ seller: sellerUsername }, options)],
      list: items.map(({ name, imageUrl, files }) => ({
        title: name,
        detail: [
          m.price_free({}, options),
          files.length === 1
            ? files[0]!.fileName
            : m.mail_delivery_files({ count: files.length }, options),
          formatFileSize(sum(files.map(({ sizeBytes }) => sizeBytes)), locale),
        ].join(' · '),
        imageUrl,
      })),
      action: { label: m.mail_free_copy_action({}, options), href: link },
      notes: [
        m.mail_delivery_note({ downloads, days }, options),
        m.mail_free_copy_note({}, options),
      ],
    },
    branding,
  )
}
