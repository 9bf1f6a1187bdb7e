import { runTransaction } from '#server/db/transaction.ts'
import { findUsername } from '#server/db/username.ts'
import { buildMailCoverUrl } from '#server/integrations/images/image-urls.ts'
import { buildOrderLink } from '#server/mail/order-tokens.ts'
import { buildReceipt } from '#server/features/orders/rules/order-receipt.ts'
import { findOrderItems, lockOrder } from '#server/features/orders/queries.ts'
import { insertOrderEmail } from '#server/features/order-emails/queries.ts'
import type { Context } from '#server/context.ts'
import { findReviewableItems } from './buyer-reviews.ts'
import { isMuted } from '#server/mail/muted-emails.ts'
import { toMailbox } from '#server/mail/mailbox.ts'
import { buildMuteLinks } from '#server/mail/mute-links.ts'

/** The key under which `order_emails` records the reminder, so that an order has at most one. */
const REMINDER_KEY = 'review_reminder'

/**
 * Reminds the buyer of an order to review what was downloaded, once, unless everything is reviewed or cannot be, or the
 * address wants no reminders. The order is locked, so that a review or a refund of the same moment is seen.
 */
export async function remindOfReviews(
  context: Context,
  { orderId }: { orderId: string },
): Promise<void> {
  if (context.config.reviewReminderDays === 0) return
  await runTransaction(context.db, async tx => {
    const order = await lockOrder(tx, orderId)
    if (
      !order ||
      (await isMuted(tx, context.addressTokens.digest(toMailbox(order.payerEmail)), 'reviews'))
    )
      return
    const reviewable = await findReviewableItems(tx, order)
    if (reviewable.size === 0) return
    if (!(await insertOrderEmail(tx, order.id, REMINDER_KEY))) return

    const items = await findOrderItems(tx, order.id)
    const link = buildOrderLink(context, order)
    await context.mailQueue.enqueue(tx, {
      to: order.payerEmail,
      orderIds: [order.id],
      locale: order.language,
      content: {
        kind: 'review_reminder',
        link,
        sellerUsername: await findUsername(tx, order.sellerId),
        receipt: buildReceipt(order),
        items: items
          .filter(({ id }) => reviewable.has(id))
          .map(({ id, name, imageKey }) => ({
            id,
            name,
            imageUrl: buildMailCoverUrl(context.config, imageKey),
          })),
        mute: buildMuteLinks(context, order, 'reviews'),
      },
    })
  })
}
