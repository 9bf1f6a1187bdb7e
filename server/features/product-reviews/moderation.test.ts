import { describe, expect, test } from 'vitest'
import {
  dismissReviewReport,
  hideReview,
  listAdminReviews,
  showReview,
} from '#contract/admin/product-reviews.ts'
import { listAuditLog } from '#contract/admin/operations.ts'
import { listNotifications, updateNotificationSettings } from '#contract/notifications.ts'
import {
  deleteReviewReply,
  listSellerReviews,
  reportReview,
  saveReviewReply,
} from '#contract/product-reviews/seller-reviews.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import {
  createReviewableOrder,
  expectCleanSums,
  orderAgain,
  readProductReviewOfOrder,
  expectRating,
  readReviews,
  removeReview,
  review,
} from '#tools/test-app/reviews/product-reviews.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const BUYER = 'buyer@mail.test'
const REASON = 'Nombra a una persona que no tiene que ver.'

const shop = useTestApp()

/** Writes a review. Resolves to the order and the id of the review. */
async function createReview() {
  const order = await createReviewableOrder(shop)
  expectOk(await review(shop, order))
  const { reviews } = await readReviews(shop, order.product.id)
  return { ...order, params: { id: reviews[0]!.id } }
}

const readOwnReviews = async (seller: ApiClient) =>
  expectOk(await seller.call(listSellerReviews, { query: {} })).reviews

describe('the seller', () => {
  test('the seller is notified of a review once, and by email unless the topic is off', async () => {
    const order = await createReviewableOrder(shop)
    expectOk(await review(shop, order, { stars: 4, text: 'Claro y completo.' }))
    expectOk(await review(shop, order, { stars: 3 }))
    expectOk(await removeReview(shop, order))
    expectOk(await review(shop, order, { stars: 2 }))

    const mail = await shop.waitForMail(order.seller.email, /^Nueva reseña de 4 estrellas: /)
    expect(mail.text).toContain('«Claro y completo.»')
    const { notifications } = expectOk(await order.seller.call(listNotifications, { query: {} }))
    const reports = notifications.filter(({ kind }) => kind === 'product_review')
    expect(reports).toMatchObject([{ stars: 4, productId: order.product.id }])

    const settings = [{ topic: 'product_reviews' as const, mail: false }]
    expectOk(await order.seller.call(updateNotificationSettings, { body: { settings } }))
    const other = await orderAgain(shop, order.product.id, 'other@mail.test')
    expectOk(await review(shop, other, { stars: 1 }))
    await shop.waitForJobs()
    const subjects = (await shop.listMails(order.seller.email)).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject.startsWith('Nueva reseña'))).toHaveLength(1)
  })

  test('replies, and the product page and the buyer show it', async () => {
    const { seller, product, token, params } = await createReview()

    expectOk(await seller.call(saveReviewReply, { params, body: { text: ' ¡Gracias! ' } }))

    const reply = { text: '¡Gracias!', at: expect.any(String) as string }
    expect((await readReviews(shop, product.id)).reviews).toMatchObject([{ reply }])
    expect((await readProductReviewOfOrder(shop, token)).review).toMatchObject({ reply })
    expect(await readOwnReviews(seller)).toMatchObject([
      { productName: product.name, isShown: true, hiddenReason: null, report: null, reply },
    ])

    expectOk(await seller.call(deleteReviewReply, { params }))
    expect((await readReviews(shop, product.id)).reviews).toMatchObject([{ reply: null }])
  })

  test.each([
    ['an empty text', ''],
    ['more than 500 characters', 'a'.repeat(501)],
    ['half a surrogate pair', 'Gracias \ud83d'],
  ])('the seller cannot reply to a review with %s', async (_, text) => {
    const { seller, params } = await createReview()

    expect(await seller.call(saveReviewReply, { params, body: { text } })).toMatchObject({
      status: 400,
    })
  })

  test('the seller can neither see nor answer nor report reviews of others', async () => {
    const { params } = await createReview()
    const stranger = await shop.seller()

    expect(await readOwnReviews(stranger)).toEqual([])
    const unknown = { status: 404, code: 'UNKNOWN_ERROR' }
    expect(await stranger.call(saveReviewReply, { params, body: { text: 'Hola' } })).toMatchObject(
      unknown,
    )
    expect(await stranger.call(deleteReviewReply, { params })).toMatchObject(unknown)
    expect(
      await stranger.call(reportReview, { params, body: { reason: 'No me gusta' } }),
    ).toMatchObject(unknown)
  })
})

describe('an admin', () => {
  test('an admin hides a reported review with a reason that both are told, and shows it again', async () => {
    const { seller, product, token, params, itemId } = await createReview()
    const admin = await createAdmin(shop)
    expectOk(await seller.call(reportReview, { params, body: { reason: 'Insulta a mi socia' } }))
    const { reviews } = expectOk(await admin.call(listAdminReviews, { query: {} }))
    expect(reviews).toMatchObject([
      { id: params.id, report: 'open', reported: { reason: 'Insulta a mi socia' } },
    ])

    expectOk(await admin.call(hideReview, { params, body: { reason: REASON } }))
    expectOk(await admin.call(hideReview, { params, body: { reason: REASON } }))

    await expectRating(shop, product.id, null)
    expect((await readReviews(shop, product.id)).reviews).toEqual([])
    expect(await readProductReviewOfOrder(shop, token)).toMatchObject({
      refusal: 'hidden',
      review: { isShown: false, hiddenReason: REASON },
    })
    const toBuyer = await shop.waitForMail(BUYER, /^Ocultamos tu reseña/)
    expect(toBuyer.text).toContain(REASON)
    const toSeller = await shop.waitForMail(seller.email, /^Ocultamos una reseña/)
    expect(toSeller.text).toContain(REASON)
    expect(expectOk(await admin.call(listAdminReviews, { query: {} })).reviews).toEqual([])
    const hidden = expectOk(await admin.call(listAdminReviews, { query: { state: 'hidden' } }))
    expect(hidden.reviews).toMatchObject([{ hiddenReason: REASON, report: 'closed' }])
    expect(await readOwnReviews(seller)).toMatchObject([{ hiddenReason: REASON }])
    expect(await review(shop, { token, itemId }, { text: 'Otra vez' })).toMatchObject({
      code: 'ERROR_REVIEW_NOT_ALLOWED',
    })

    expectOk(await admin.call(showReview, { params, body: {} }))
    await expectRating(shop, product.id, { average: 5, count: 1 })
    await shop.waitForMail(BUYER, /se ve otra vez/)
    const mails = (await shop.listMails(BUYER)).map(({ subject }) => subject)
    expect(mails.filter(subject => subject.startsWith('Ocultamos tu reseña'))).toHaveLength(1)
    const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['hide_review', 'show_review']),
    )
    await expectCleanSums(shop)
  })

  test('an admin dismisses a report, after which the review stays', async () => {
    const { seller, product, params } = await createReview()
    const admin = await createAdmin(shop)
    expectOk(await seller.call(reportReview, { params, body: { reason: 'No me gusta' } }))

    expectOk(await admin.call(dismissReviewReport, { params, body: {} }))

    await expectRating(shop, product.id, { average: 5, count: 1 })
    expect(await readOwnReviews(seller)).toMatchObject([{ report: 'closed', hiddenReason: null }])
    expect(await admin.call(dismissReviewReport, { params, body: {} })).toMatchObject({
      status: 404,
    })
  })

  test('an admin hides a review for good, although its buyer deletes it and tries to write it again', async () => {
    const { token, itemId, seller, params } = await createReview()
    const admin = await createAdmin(shop)
    expectOk(await admin.call(hideReview, { params, body: { reason: REASON } }))

    expect(expectOk(await removeReview(shop, { token, itemId })).review).toBeNull()

    expect(await review(shop, { token, itemId })).toMatchObject({
      code: 'ERROR_REVIEW_NOT_ALLOWED',
    })
    expect(await readOwnReviews(seller)).toEqual([])
    const { rows } = await shop.db.$client.query('select text, name from product_reviews')
    expect(rows).toEqual([{ text: '', name: null }])
  })
})
