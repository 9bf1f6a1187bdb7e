import { formatAmount } from '#contract/core/format.ts'
import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import { formatReceipt } from '../../receipt.ts'
import type { TemplateRenderer } from '../../template.ts'
import { writeOrderUpdate } from './order-update-texts.ts'

const MUTE_LABELS = { payment: m.mail_mute, files: m.mail_mute_files }

export const renderOrderUpdate: TemplateRenderer<'order_update'> = (
  locale,
  { order, update },
  branding,
) => {
  const { items, receipt, link, mute } = order
  const { actionLabel, actionFragment = '', ...texts } = writeOrderUpdate(update, order, locale)
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
      action: { label: actionLabel, href: link + actionFragment },
      ...(mute && { unsubscribe: { label: MUTE_LABELS[mute.topic]({}, { locale }), ...mute } }),
      isReceipt: true,
    },
    branding,
  )
}
