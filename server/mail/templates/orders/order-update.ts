import { formatAmount } from '#contract/core/format.ts'
import { renderLayout } from '../../layout.ts'
import { formatReceipt } from '../../receipt.ts'
import type { TemplateRenderer } from '../../template.ts'
import { writeOrderUpdate } from './order-update-texts.ts'

export const renderOrderUpdate: TemplateRenderer<'order_update'> = (
  locale,
  { order, update },
  branding,
) => {
  const { items, receipt, link } = order
  const { actionLabel, ...texts } = writeOrderUpdate(update, order, locale)
  return renderLayout(
    locale,
    {
      ...texts,
      paragraphs: [...texts.paragraphs, formatReceipt(receipt, locale)],
      list: items.map(({ name, priceMinor, imageUrl }) => ({
        title: name,
        detail: formatAmount(priceMinor, receipt.currency, locale),
        imageUrl,
      })),
      action: { label: actionLabel, href: link },
      isReceipt: true,
    },
    branding,
  )
}
