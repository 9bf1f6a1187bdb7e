import type { ReviewForm } from '#contract/product-reviews/reviews.ts'
import {
  deleteReview,
  listProductReviewsOfOrder,
  listProductReviews,
  saveReview,
} from '#contract/product-reviews/reviews.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { expect } from 'vitest'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { expectOk } from '../../api-client/creator.ts'
import { createPaidOrder } from '../sample-order.ts'
import type { TestApp } from '../test-app.ts'

export const REVIEW: ReviewForm = { stars: 5, text: 'Recetas claras y ricas.', name: 'Mora' }

/** Orders and pays a product of a new seller. With `isDownloaded` the file was downloaded, too. */
export async function createReviewableOrder(shop: TestApp, { isDownloaded = true } = {}) {
  const order = await createPaidOrder(shop)
  const { items } = await shop.readOrder(order.token)
  const item = items[0]!
  if (isDownloaded) await downloadFile(item.downloadUrl!)
  return { ...order, itemId: item.id }
}

export async function downloadFile(url: string): Promise<void> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`not downloaded: ${answer.status}`)
}

/** Orders and pays a product once more, and downloads it. */
export async function orderAgain(shop: TestApp, productId: number, email: string) {
  const order = await shop.order(shop.visitor(), [{ id: productId }], email)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  const { items } = await shop.waitForOrderState(order.token, 'approved')
  await downloadFile(items[0]!.downloadUrl!)
  return { ...order, paymentId, itemId: items[0]!.id }
}

/** Writes or changes a review as a visitor with the link to the order, which need not be possible. */
export const review = (
  shop: TestApp,
  { token, itemId }: { token: string; itemId: number },
  changes: Partial<ReviewForm> = {},
) =>
  shop
    .visitor()
    .call(saveReview, { params: { token, item: itemId }, body: { ...REVIEW, ...changes } })

export const removeReview = (shop: TestApp, { token, itemId }: { token: string; itemId: number }) =>
  shop.visitor().call(deleteReview, { params: { token, item: itemId } })

/** Reads the review of the only item of an order as its buyer sees it. */
export async function readProductReviewOfOrder(shop: TestApp, token: string) {
  const { items } = expectOk(
    await shop.visitor().call(listProductReviewsOfOrder, { params: { token } }),
  )
  return items[0]!
}

/** Reads the reviews of a product as everyone sees them. */
export async function readReviews(shop: TestApp, id: number, page?: number) {
  return expectOk(
    await shop.visitor().call(listProductReviews, { params: { id }, query: { page } }),
  )
}

/**
 * Expects the rating that everyone sees. The cache of public products learns of a change just after it was committed.
 */
export async function expectRating(
  shop: TestApp,
  id: number,
  rating: { average: number; count: number } | null,
): Promise<void> {
  const read = async () => expectOk(await shop.visitor().call(getPublicProduct, { params: { id } }))
  await expect.poll(async () => (await read()).rating).toEqual(rating)
}

/** Expects that the sums of all products agree with their reviews. */
export async function expectCleanSums(shop: TestApp): Promise<void> {
  const findings = await checkInvariants({
    database: shop.database,
    storage: openStoredObjects(`${shop.folder}/storage`),
  })
  expect(findings.filter(({ name }) => name === 'review_sums')).toEqual([])
}
