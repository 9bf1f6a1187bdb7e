import { formatFileSize } from '#contract/core/format.ts'
import { sum } from '#contract/core/sum.ts'
import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderFreeCopy: TemplateRenderer<'free_copy'> = (
  locale,
  { link, sellerUsername, productName, imageUrl, files, downloads, days },
  branding,
) => {
  const options = { locale }
  const [first, ...others] = files
  return renderLayout(
    locale,
    {
      subject: m.mail_free_copy_subject({ product: productName }, options),
      preview: m.mail_free_copy_preview({}, options),
      heading: m.mail_free_copy_heading({}, options),
      paragraphs: [m.mail_free_copy_body({ seller: sellerUsername }, options)],
      list: [
        {
          title: productName,
          detail: [
            m.price_free({}, options),
            first && others.length === 0
              ? first.fileName
              : m.mail_delivery_files({ count: files.length }, options),
            formatFileSize(sum(files.map(({ sizeBytes }) => sizeBytes)), locale),
          ].join(' · '),
          imageUrl,
        },
      ],
      action: { label: m.mail_free_copy_action({}, options), href: link },
      notes: [
        m.mail_delivery_note({ downloads, days }, options),
        m.mail_free_copy_note({}, options),
      ],
    },
    branding,
  )
}
