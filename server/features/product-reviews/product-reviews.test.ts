import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/user.ts'
import { deleteProduct } from '#contract/products/products.ts'
import { orders, productReviews } from '#server/db/schema/index.ts'
import { saveReview } from '#contract/product-reviews/reviews.ts'
import { PASSWORD, expectOk } from '#tools/api-client/creator.ts'
import {
  REVIEW,
  createReviewableOrder,
  expectCleanSums,
  expectRating,
  orderAgain,
  readProductReviewOfOrder,
  readReviews,
  removeReview,
  review,
} from '#tools/test-app/reviews/product-reviews.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const NOT_ALLOWED = { status: 409, code: 'ERROR_REVIEW_NOT_ALLOWED' }

describe('a review by a guest', () => {
  test('a review by a guest is possible after the first download and shown to everyone, without the email', async () => {
    const order = await createReviewableOrder(shop, { isDownloaded: false })
    expect(await review(shop, order)).toMatchObject(NOT_ALLOWED)
    const { items } = await shop.readOrder(order.token)
    await (await fetch(items[0]!.downloadUrl!)).arrayBuffer()

    expectOk(await review(shop, order, { stars: 4, text: '  Muy claro.  ', name: '' }))

    const shown = await readReviews(shop, order.product.id)
    expect(shown).toEqual({
      reviews: [
        {
          id: expect.any(Number),
          stars: 4,
          text: 'Muy claro.',
          language: 'es',
          name: null,
          at: expect.any(String),
          reply: null,
        },
      ],
      total: 1,
      counts: [0, 0, 0, 1, 0],
    })
    await expectRating(shop, order.product.id, { average: 4, count: 1 })
    expect(await readProductReviewOfOrder(shop, order.token)).toMatchObject({
      refusal: null,
      review: { stars: 4, isShown: true, hiddenReason: null },
    })
  })

  test('a review by a guest can be changed and deleted, and the average follows', async () => {
    const order = await createReviewableOrder(shop)
    const other = await orderAgain(shop, order.product.id, 'other@mail.test')
    expectOk(await review(shop, order, { stars: 5 }))
    expectOk(await review(shop, other, { stars: 2 }))
    await expectRating(shop, order.product.id, { average: 3.5, count: 2 })

    expectOk(await review(shop, order, { stars: 4, text: 'Lo volví a leer.' }))
    await expectRating(shop, order.product.id, { average: 3, count: 2 })
    const { reviews } = await readReviews(shop, order.product.id)
    expect(reviews.map(({ text }) => text)).toContain('Lo volví a leer.')

    expect(expectOk(await removeReview(shop, other)).review).toBeNull()
    await expectRating(shop, order.product.id, { average: 4, count: 1 })
    expectOk(await removeReview(shop, other))
    expectOk(await removeReview(shop, order))
    await expectRating(shop, order.product.id, null)
    await expectCleanSums(shop)
  })

  test('a review by a guest is shown at once to the guest, whichever process answers', async () => {
    const { token, itemId: item } = await createReviewableOrder(shop)
    const guest = shop.visitor()

    expectOk(await guest.call(saveReview, { params: { token, item }, body: REVIEW }))

    // With this cookie a process waits for the notifications of all changes before it answers from its cache.
    expect([...guest.cookies.keys()]).toContain('changed')
  })

  test('a review by a guest that is sent twenty times at once is one review', async () => {
    const order = await createReviewableOrder(shop)

    const answers = await Promise.all(Array.from({ length: 20 }, () => review(shop, order)))

    for (const answer of answers) expectOk(answer)
    expect(await shop.db.$count(productReviews)).toBe(1)
    await expectRating(shop, order.product.id, { average: 5, count: 1 })
  })

  test('a review by a guest counts once for each of many buyers at once', async () => {
    const first = await createReviewableOrder(shop)
    const all = [first]
    for (let buyer = 1; buyer < 6; buyer += 1)
      all.push({ ...first, ...(await orderAgain(shop, first.product.id, `b${buyer}@mail.test`)) })

    const stars = [1, 2, 3, 4, 5, 5]
    await Promise.all(
      all.flatMap((order, index) =>
        [3, stars[index]!].map(async value =>
          expectOk(await review(shop, order, { stars: value })),
        ),
      ),
    )
    for (const [index, order] of all.entries())
      expectOk(await review(shop, order, { stars: stars[index]! }))

    await expectRating(shop, first.product.id, { average: 3.3, count: 6 })
    await expectCleanSums(shop)
  })

  test.each([
    ['no stars', { stars: 0 }],
    ['six stars', { stars: 6 }],
    ['half a star', { stars: 2.5 }],
    ['a text of more than 500 characters', { text: 'a'.repeat(501) }],
    ['a name of more than 40 characters', { name: 'a'.repeat(41) }],
    ['an email address as the name', { name: 'ana@mail.test' }],
    ['half a surrogate pair', { text: 'Bueno \ud83d' }],
    ['the character U+0000', { name: 'A\u0000na' }],
  ])('a review by a guest with %s is refused', async (_, changes) => {
    const order = await createReviewableOrder(shop)

    expect(await review(shop, order, changes)).toMatchObject({ status: 400, code: 'INVALID_DATA' })
    expect(await shop.db.$count(productReviews)).toBe(0)
  })

  test('a review by a guest is not possible for an item of another order, or with a link that was made up', async () => {
    const mine = await createReviewableOrder(shop)
    const other = await createReviewableOrder(shop)

    expect(await review(shop, { token: mine.token, itemId: other.itemId })).toMatchObject({
      status: 404,
      code: 'PAYMENT_NOT_FOUND',
    })
    expect(await review(shop, { token: 'A'.repeat(54), itemId: mine.itemId })).toMatchObject({
      status: 404,
    })
    expect(await removeReview(shop, { token: mine.token, itemId: other.itemId })).toMatchObject({
      status: 404,
    })
    expect(await shop.db.$count(productReviews)).toBe(0)
  })
})

describe('a purchase of the seller', () => {
  test.each([
    ['the address of the account', (email: string) => email],
    ['an alias of the address', (email: string) => email.replace('@', '+yo@')],
  ])('a purchase of the seller with %s cannot be reviewed', async (_, toAddress) => {
    const seller = await shop.seller()
    const product = await shop.publish(seller, {})
    const order = await orderAgain(shop, product.id, toAddress(seller.email))

    expect(await review(shop, order)).toMatchObject(NOT_ALLOWED)
    expect((await readProductReviewOfOrder(shop, order.token)).refusal).toBe('own_product')
  })

  test('a purchase of the seller cannot be reviewed by the signed-in seller who has the link', async () => {
    const { seller, token, itemId } = await createReviewableOrder(shop)

    const answer = await seller.call(saveReview, {
      params: { token, item: itemId },
      body: { stars: 5, text: '', name: '' },
    })

    expect(answer).toMatchObject(NOT_ALLOWED)
  })
})

test('the review of a deleted product can be deleted, but neither written nor changed', async () => {
  const order = await createReviewableOrder(shop)
  expectOk(await review(shop, order))
  expectOk(await order.seller.call(deleteProduct, { params: { id: order.product.id } }))

  expect(await review(shop, order, { stars: 1 })).toMatchObject(NOT_ALLOWED)
  expect((await readProductReviewOfOrder(shop, order.token)).refusal).toBe('product_deleted')
  expectOk(await removeReview(shop, order))
  expect(await shop.db.$count(productReviews)).toBe(0)
})

test('an item can be reviewed without a download three days after the delivery', async () => {
  const order = await createPaidOrder(shop)
  const { items } = await shop.readOrder(order.token)
  const bought = { token: order.token, itemId: items[0]!.id }
  expect(await review(shop, bought)).toMatchObject(NOT_ALLOWED)

  await shop.db.execute("update download_grants set granted_at = now() - interval '3 days'")

  expectOk(await review(shop, bought))
})

test('the list of reviews has pages of ten, the newest first', async () => {
  const first = await createReviewableOrder(shop)
  expectOk(await review(shop, first, { text: 'La primera' }))
  await shop.db.execute(`
    with copies as (
      insert into order_items (order_id, product_id, edition_id, seller_id, sold_at, sale_state, currency, name,
        price_minor,
        fee_percent, fee_minor, seller_share_minor)
      select order_id, product_id, edition_id, seller_id, sold_at, sale_state, currency, name, price_minor, fee_percent,
        fee_minor, seller_share_minor from order_items, generate_series(1, 11) returning id, product_id, seller_id
    )
    insert into product_reviews (order_item_id, product_id, seller_id, stars, text, language)
    select id, product_id, seller_id, 4, 'Copia', 'es' from copies`)

  const { reviews, total, counts } = await readReviews(shop, first.product.id)
  expect({ length: reviews.length, total, counts }).toEqual({
    length: 10,
    total: 12,
    counts: [0, 0, 0, 11, 1],
  })
  const second = await readReviews(shop, first.product.id, 2)
  expect(second.reviews.map(({ text }) => text)).toEqual(['Copia', 'La primera'])
  expect(await readReviews(shop, first.product.id, 3)).toMatchObject({ reviews: [], total: 12 })
})

test('closing the account of a seller erases the replies', async () => {
  const order = await createReviewableOrder(shop)
  expectOk(await review(shop, order))
  await shop.db.update(productReviews).set({ reply: 'Gracias', repliedAt: new Date() })

  expectOk(await order.seller.call(deleteAccount, { body: { password: PASSWORD } }))

  const [row] = await shop.db.select().from(productReviews)
  expect(row).toMatchObject({ reply: null, repliedAt: null, text: expect.any(String) })
  expect(await shop.db.$count(orders)).toBe(1)
})
