import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refundSale } from '#contract/sales/order.ts'
import { productReviews, products } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import {
  createReviewableOrder,
  expectCleanSums,
  expectRating,
  readProductReviewOfOrder,
  readReviews,
  removeReview,
  review,
} from '#tools/test-app/reviews/product-reviews.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { withdraw } from '#tools/test-app/withdrawals.ts'

const shop = useTestApp()

const NOT_ALLOWED = { status: 409, code: 'ERROR_REVIEW_NOT_ALLOWED' }

describe('the money of the order', () => {
  test('a refund takes the review out of the average and off the page', async () => {
    const order = await createReviewableOrder(shop)
    expectOk(await review(shop, order))

    expectOk(await order.seller.call(refundSale, { params: { orderId: order.orderId }, body: {} }))

    await shop.waitForOrderState(order.token, 'refunded')
    await expectRating(shop, order.product.id, null)
    expect((await readReviews(shop, order.product.id)).reviews).toEqual([])
    expect(await readProductReviewOfOrder(shop, order.token)).toMatchObject({
      refusal: 'refunded',
      review: { isShown: false },
    })
    expect(await review(shop, order, { stars: 1 })).toMatchObject(NOT_ALLOWED)
    expectOk(await removeReview(shop, order))
    await expectCleanSums(shop)
  })

  test('a purchase counts as a review and as a sale only while at least half of its price is kept', async () => {
    const order = await createReviewableOrder(shop)
    expectOk(await review(shop, order))
    const readSalesCount = async () => {
      const [product] = await shop.db
        .select({ salesCount: products.salesCount })
        .from(products)
        .where(eq(products.id, order.product.id))
      return product!.salesCount
    }
    const refundAmount = async (amountMinor: number, refundedMinor: number) => {
      expectOk(
        await order.seller.call(refundSale, {
          params: { orderId: order.orderId },
          body: { amountMinor },
          idempotencyKey: randomUUID(),
        }),
      )
      await expect.poll(() => shop.readOrder(order.token)).toMatchObject({ refundedMinor })
    }
    const { totalMinor } = await shop.readOrder(order.token)

    await refundAmount(totalMinor / 2, totalMinor / 2)
    await expectRating(shop, order.product.id, { average: 5, count: 1 })
    expect(await readSalesCount()).toBe(1)

    // The files stay open after the refund of an amount, so the review would be cheap.
    await refundAmount(1, totalMinor / 2 + 1)
    await expectRating(shop, order.product.id, null)
    expect(await readSalesCount()).toBe(0)
    expect(await readProductReviewOfOrder(shop, order.token)).toMatchObject({ refusal: 'refunded' })
    expect(await review(shop, order, { stars: 1 })).toMatchObject(NOT_ALLOWED)
    await expectCleanSums(shop)
  })

  test('a chargeback takes the review out of the average, and a won one puts it back', async () => {
    const order = await createReviewableOrder(shop)
    expectOk(await review(shop, order))

    await shop.provider.changePayment(order.paymentId, 'chargeback')
    await shop.waitForOrderState(order.token, 'charged_back')
    await expectRating(shop, order.product.id, null)
    expect((await readProductReviewOfOrder(shop, order.token)).refusal).toBe('charged_back')

    await shop.provider.changePayment(order.paymentId, 'reimburse')
    await shop.waitForOrderState(order.token, 'approved')
    await expectRating(shop, order.product.id, { average: 5, count: 1 })
    await expectCleanSums(shop)
  })

  test('a withdrawal lets no review be written afterwards', async () => {
    const order = await createReviewableOrder(shop)
    await shop.provider.addFault({
      path: `/v1/payments/${order.paymentId}/refunds`,
      status: 503,
      times: 1,
    })
    expectOk(await withdraw(shop, order.token))

    expect(await review(shop, order)).toMatchObject(NOT_ALLOWED)
    await shop.waitForOrderState(order.token, 'refunded')
    expect(await shop.db.$count(productReviews)).toBe(0)
  })

  test('a review and a refund at the same time never leave a refunded purchase in the average', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await createReviewableOrder(shop)
      const [written] = await Promise.all([
        review(shop, order),
        order.seller.call(refundSale, { params: { orderId: order.orderId }, body: {} }),
        ...[4, 3, 2].map(stars => review(shop, order, { stars })),
      ])

      expect([200, 409]).toContain(written.status)
      await shop.waitForOrderState(order.token, 'refunded')
      await expectRating(shop, order.product.id, null)
    }
    await expectCleanSums(shop)
  })

  test('a review waits for a refund that is not committed yet, and the other way around', async () => {
    const refundedFirst = await createReviewableOrder(shop)
    const reviewedFirst = await createReviewableOrder(shop)
    const insert = (itemId: number) =>
      `insert into product_reviews (order_item_id, product_id, seller_id, stars, language)
       select id, product_id, seller_id, 5, 'es' from order_items where id = ${itemId}`
    const refund = (itemId: number) =>
      `update order_items set sale_state = 'refunded' where id = ${itemId}`

    for (const [first, second] of [
      [refund(refundedFirst.itemId), insert(refundedFirst.itemId)],
      [insert(reviewedFirst.itemId), refund(reviewedFirst.itemId)],
    ] as const) {
      const one = await shop.db.$client.connect()
      const other = await shop.db.$client.connect()
      await one.query('begin')
      await one.query(first)
      const waiting = other.query(second)
      await expect.poll(() => listWaitingQueries(shop.database)).toEqual([second])
      await one.query('commit')
      await waiting
      one.release()
      other.release()
    }

    const rows = await shop.db.select().from(productReviews)
    expect(rows.map(({ counts }) => counts)).toEqual([false, false])
    const sums = await shop.db.select({ count: products.reviewCount }).from(products)
    expect(sums.every(({ count }) => count === 0)).toBe(true)
  })
})
