import type { OrderItemReview, ReviewForm } from '#contract/product-reviews/reviews.ts'
import type { Locale } from '#messages/runtime'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { lockOrder } from '#server/features/orders/queries.ts'
import { getOrderByToken } from '#server/features/orders/order.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import {
  type PurchaseRow,
  deleteReviewRow,
  eraseHiddenReview,
  findPurchases,
  findWithdrawnItems,
  upsertReview,
} from './queries.ts'
import { findReviewRefusal, isSameMailbox } from './review-refusal.ts'

/** Who reviews which item of which order. `userId` is the signed-in user, if there is one. */
export interface Reviewer {
  token: string
  item: number
  userId: number | undefined
}

/**
 * Returns the reviews of the items of an order as its buyer sees them.
 * @throws ApiError as `getOrderByToken`
 */
export async function listProductReviewsOfOrder(
  context: Context,
  token: string,
  userId: number | undefined,
): Promise<{ items: OrderItemReview[] }> {
  const order = await getOrderByToken(context, token)
  const withdrawn = await findWithdrawnItems(context.db, order.id)
  const purchases = await findPurchases(context.db, order.id)
  return { items: purchases.map(row => serialize(row, { order, withdrawn, userId })) }
}

interface Circumstances {
  order: OrderRow
  withdrawn: number[]
  userId: number | undefined
}

function findRefusal(row: PurchaseRow, { order, withdrawn, userId }: Circumstances) {
  return findReviewRefusal(
    {
      saleState: row.saleState,
      isRefunded: row.refundedMinor * 2 > row.priceMinor,
      isWithdrawn: withdrawn.includes(row.itemId),
      isOwnProduct: row.sellerId === userId || isSameMailbox(row.sellerEmail, order.payerEmail),
      isProductDeleted: row.productDeletedAt !== null,
      isHidden: row.review?.hiddenAt != null,
      deliveredAt: row.closedAt === null ? row.grantedAt : null,
      isDownloaded: row.isDownloaded,
    },
    new Date(),
  )
}

/**
 * Finds the ids of the items that the buyer downloaded and can review, but has not, of products that are still listed.
 */
export async function findReviewableItems(tx: Transaction, order: OrderRow): Promise<Set<number>> {
  const circumstances = {
    order,
    withdrawn: await findWithdrawnItems(tx, order.id),
    userId: undefined,
  }
  const purchases = await findPurchases(tx, order.id)
  const reviewable = purchases.filter(
    row =>
      row.review === null &&
      row.isListed &&
      row.isDownloaded &&
      findRefusal(row, circumstances) === null,
  )
  return new Set(reviewable.map(({ itemId }) => itemId))
}

function serialize(row: PurchaseRow, circumstances: Circumstances): OrderItemReview {
  const { review } = row
  return {
    itemId: row.itemId,
    productName: row.productName,
    refusal: findRefusal(row, circumstances),
    review:
      review === null || review.deletedAt !== null
        ? null
        : {
            stars: review.stars,
            text: review.text,
            name: review.name,
            at: review.createdAt.toISOString(),
            isShown: review.counts,
            hiddenReason: review.hiddenAt === null ? null : (review.hiddenReason ?? ''),
            reply: serializeReply(review),
          },
  }
}

/** Returns the seller's reply to a review; null if there is none. */
export function serializeReply({ reply, repliedAt }: NonNullable<PurchaseRow['review']>) {
  return reply === null || repliedAt === null ? null : { text: reply, at: repliedAt.toISOString() }
}

/**
 * Writes or changes the review of an order item. Equal requests write it once.
 * @throws ApiError as `getOrderByToken`;
 *   PAYMENT_NOT_FOUND if the order has no such item;
 *   ERROR_REVIEW_NOT_ALLOWED if the item cannot be reviewed now
 */
export async function saveReview(
  context: Context,
  reviewer: Reviewer,
  { stars, text, name }: ReviewForm,
  language: Locale,
): Promise<OrderItemReview> {
  return changeReview(context, reviewer, async (tx, row, circumstances) => {
    const refusal = findRefusal(row, circumstances)
    if (refusal !== null) throw new ApiError('ERROR_REVIEW_NOT_ALLOWED', refusal)
    const { review } = row
    const signature = name || null
    if (review?.stars === stars && review.text === text && review.name === signature) return
    await upsertReview(tx, {
      orderItemId: row.itemId,
      productId: row.productId,
      sellerId: row.sellerId,
      stars,
      text,
      name: signature,
      language,
    })
    await context.notify(tx, row.sellerId, {
      kind: 'product_review',
      // A review that was changed, or deleted and written again, is not reported again.
      dedupeKey: `product_review:${row.itemId}`,
      data: { productId: row.productId, productName: row.productName, stars },
      emailDetail: { reviewText: text },
    })
  })
}

/**
 * Deletes the review of an order item. Of a hidden review only what the buyer wrote is deleted, so that it cannot be
 * written again.
 * @throws ApiError as `getOrderByToken`; PAYMENT_NOT_FOUND if the order has no such item
 */
export async function deleteReview(context: Context, reviewer: Reviewer): Promise<OrderItemReview> {
  return changeReview(context, reviewer, async (tx, { review }) => {
    if (review === null) return
    await (review.hiddenAt === null
      ? deleteReviewRow(tx, review.id)
      : eraseHiddenReview(tx, review.id))
  })
}

/** Changes the review of an item while its order is locked, so that payments and refunds wait. */
async function changeReview(
  context: Context,
  { token, item, userId }: Reviewer,
  change: (tx: Transaction, row: PurchaseRow, circumstances: Circumstances) => Promise<void>,
): Promise<OrderItemReview> {
  const { id } = await getOrderByToken(context, token)
  return runTransaction(context.db, async tx => {
    const order = (await lockOrder(tx, id))!
    const circumstances = { order, withdrawn: await findWithdrawnItems(tx, id), userId }
    await change(tx, await findPurchase(tx, id, item), circumstances)
    return serialize(await findPurchase(tx, id, item), circumstances)
  })
}

async function findPurchase(db: Db, orderId: string, item: number): Promise<PurchaseRow> {
  const purchases = await findPurchases(db, orderId)
  const purchase = purchases.find(({ itemId }) => itemId === item)
  if (!purchase) throw new ApiError('PAYMENT_NOT_FOUND', `item ${item}`)
  return purchase
}
