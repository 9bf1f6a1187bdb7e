import { formatAmount, formatFileSize } from '#contract/core/format.ts'
import { sum } from '#contract/core/sum.ts'
import * as m from '#messages'
import { paymentMethodText } from '#messages/payment-methods'
import { renderLayout } from '../../layout.ts'
import { formatReceipt } from '../../receipt.ts'
import type { TemplateRenderer } from '../../template.ts'

export const renderOrderDelivered: TemplateRenderer<'order_delivered'> = (
  locale,
  {
    items,
    receipt,
    sellerUsername,
    link,
    boughtBefore,
    downloads,
    days,
    methodType,
    isAnsweredBySeller,
  },
  branding,
) => {
  const options = { locale }
  const [first] = items
  const isMultiple = items.length > 1
  return renderLayout(
    locale,
    {
      subject: isMultiple
        ? m.mail_delivery_subject_many({ count: items.length }, options)
        : m.mail_delivery_subject({ product: first?.name ?? '' }, options),
      preview: m.mail_delivery_preview({}, options),
      heading: m.mail_delivery_heading({}, options),
      paragraphs: [
        m.mail_delivery_body({ seller: sellerUsername }, options),
        formatReceipt(receipt, locale),
        ...(methodType
          ? [m.mail_delivery_method({ method: paymentMethodText(methodType, locale) }, options)]
          : []),
      ],
      list: items.map(({ name, files, priceMinor, imageUrl, guaranteeDays }) => ({
        title: name,
        detail: [
          formatAmount(priceMinor, receipt.currency, locale),
          ...(files.length === 1
            ? files.map(({ fileName }) => fileName)
            : [m.mail_delivery_files({ count: files.length }, options)]),
          formatFileSize(sum(files.map(({ sizeBytes }) => sizeBytes)), locale),
          ...(guaranteeDays ? [m.guarantee_days({ days: guaranteeDays }, options)] : []),
        ].join(' · '),
        imageUrl,
      })),
      action: { label: m.mail_delivery_action({}, options), href: link },
      notes: [
        ...(boughtBefore
          ? [m.mail_delivery_again({ products: boughtBefore.join(', ') }, options)]
          : []),
        m.mail_delivery_note({ downloads, days }, options),
        ...(isAnsweredBySeller
          ? [m.mail_delivery_replies({ seller: sellerUsername }, options)]
          : []),
      ],
      // The usual footer asks for a reply too, without saying that it goes to the seller.
      isReceipt: !isAnsweredBySeller,
    },
    branding,
  )
}
