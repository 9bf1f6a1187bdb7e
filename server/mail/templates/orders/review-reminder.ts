import * as m from '#messages'
import { renderLayout } from '../../layout.ts'
import { formatReceipt } from '../../receipt.ts'
import type { TemplateRenderer } from '../../template.ts'

/** The stars of a review, which are links to the form with that number of stars. */
const STARS = [1, 2, 3, 4, 5]

export const renderReviewReminder: TemplateRenderer<'review_reminder'> = (
  locale,
  { link, sellerUsername, receipt, items, mute },
  branding,
) => {
  const options = { locale }
  const product =
    items.length > 1
      ? m.mail_update_products({ count: items.length }, options)
      : (items[0]?.name ?? '')
  // The fragment is the id of the section with the form on the order page.
  const formUrl = (item: number, stars?: number) =>
    `${link}?item=${item}${stars ? `&stars=${stars}` : ''}#review`
  return renderLayout(
    locale,
    {
      subject: m.mail_review_reminder_subject({ product }, options),
      preview: m.mail_review_reminder_preview({}, options),
      heading: m.mail_review_reminder_heading({}, options),
      paragraphs: [m.mail_review_reminder_body({ seller: `@${sellerUsername}` }, options)],
      list: items.map(({ id, name, imageUrl }) => ({
        title: name,
        detail: formatReceipt(receipt, locale),
        imageUrl,
        stars: STARS.map(count => ({
          label: m.review_stars({ count }, options),
          href: formUrl(id, count),
        })),
        link: { label: m.mail_review_reminder_action({}, options), href: formUrl(id) },
      })),
      notes: [m.mail_review_reminder_note({}, options)],
      unsubscribe: { label: m.mail_review_reminder_mute({}, options), ...mute },
      isReceipt: true,
    },
    branding,
  )
}
