import { describe, expect, test } from 'vitest'
import { hideReview } from '#contract/admin/product-reviews.ts'
import { listPublicProducts } from '#contract/storefront/search.ts'
import { refundSale } from '#contract/sales/order.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { insertReviews } from '#tools/test-app/reviews/insert-reviews.ts'
import {
  createReviewableOrder,
  expectCleanSums,
  readReviews,
  removeReview,
  review,
} from '#tools/test-app/reviews/product-reviews.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

type Filters = Record<string, string | number>

async function list(query: Filters, page = 1) {
  const answer = await shop.visitor().call(listPublicProducts, { params: { page }, query })
  const { products, total, nextCursor } = expectOk(answer)
  return { ids: products.map(({ id }) => id), total, nextCursor }
}
const listIds = async (query: Filters) => (await list(query)).ids

/** Publishes products of one seller with reviews of these stars. Resolves to the seller and the ids of the products. */
async function publishRated<Names extends string>(
  products: Record<Names, { stars: number[]; price?: number; name?: string }>,
) {
  const { seller, product } = await createReviewableOrder(shop)
  const ids: Record<string, number> = { unrated: product.id }
  for (const [key, { stars, ...form }] of Object.entries<(typeof products)[Names]>(products)) {
    const { id } = await shop.publish(seller, form)
    await insertReviews(shop.db.$client, id, stars)
    ids[key] = id
  }
  return { seller, ids: ids as Record<Names | 'unrated', number> }
}

describe('the sort order best_rated', () => {
  test('the sort order best_rated puts many good reviews before a single one, and bad ones behind none', async () => {
    const { ids } = await publishRated({
      bad: { stars: [1, 2, 1] },
      single: { stars: [5] },
      mixed: { stars: [3, 4, 3, 4] },
      many: { stars: [5, 5, 5, 5, 4, 5, 5, 4] },
      good: { stars: [4, 4, 5, 4] },
    })

    expect(await listIds({ sort: 'best_rated' })).toEqual([
      ids.many,
      ids.good,
      ids.single,
      ids.mixed,
      ids.unrated,
      ids.bad,
    ])
    expect(await listIds({ sort: 'best_rated', q: 'recetas' })).toEqual(
      await listIds({ sort: 'best_rated' }),
    )
    await expectCleanSums(shop)
  })

  test('the sort order best_rated lists the newest first among equal ones, each once on pages and by cursor', async () => {
    const { product } = await createReviewableOrder(shop)
    await shop.db.$client.query(
      `insert into products (seller_id, name, description, price, is_price_dynamic, category_id, subcategory_id,
         image_key, edition_id, listed, review_count, review_stars)
       select seller_id, 'Copia ' || n, 'Copia', 100 + n, false, category_id, subcategory_id, 'k', edition_id, true,
         n % 3, 5 * (n % 3)
       from products, generate_series(1, 60) n where id = $1`,
      [product.id],
    )
    const { rows } = await shop.db.$client.query<{ id: number }>(
      'select id from products order by review_count desc, id desc',
    )
    const ids = rows.map(({ id }) => id)

    const pages = [1, 2, 3].map(page => list({ sort: 'best_rated' }, page))
    expect((await Promise.all(pages)).flatMap(page => page.ids)).toEqual(ids)

    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Awaited<ReturnType<typeof list>> = await list({
        sort: 'best_rated',
        ...(cursor && { cursor }),
      })
      expect(page.total).toBe(61)
      seen.push(...page.ids)
      cursor = page.nextCursor
    }
    expect(seen).toEqual(ids)
  })

  test('the sort order best_rated follows a review, its deletion and its hiding in lists that are cached', async () => {
    const order = await createReviewableOrder(shop)
    const other = await shop.publish(order.seller, {})
    await insertReviews(shop.db.$client, other.id, [4])
    const expectOrder = (...ids: number[]) =>
      expect.poll(() => listIds({ sort: 'best_rated' })).toEqual(ids)
    await expectOrder(other.id, order.product.id)

    expectOk(await review(shop, order, { stars: 5 }))
    await expectOrder(order.product.id, other.id)
    expectOk(await removeReview(shop, order))
    await expectOrder(other.id, order.product.id)

    expectOk(await review(shop, order, { stars: 5 }))
    await expectOrder(order.product.id, other.id)
    const { reviews } = await readReviews(shop, order.product.id)
    const admin = await createAdmin(shop)
    const params = { id: reviews[0]!.id }
    expectOk(await admin.call(hideReview, { params, body: { reason: 'Es publicidad' } }))
    await expectOrder(other.id, order.product.id)
  })
})

describe('the filter for four stars and up', () => {
  test('the filter for four stars and up lists products whose shown average is at least 4.0, from three reviews on', async () => {
    const { ids } = await publishRated({
      // The average of 3.95 is shown as 4.0, that of 3.94 as 3.9.
      roundedUp: { stars: [...Array<number>(19).fill(4), 3] },
      roundedDown: { stars: [...Array<number>(17).fill(4), 3] },
      two: { stars: [5, 5] },
      three: { stars: [4, 4, 4] },
      best: { stars: [5, 5, 5] },
    })

    expect(await list({ minRating: '4' })).toEqual({
      ids: [ids.best, ids.three, ids.roundedUp],
      total: 3,
      nextCursor: null,
    })
    expect(await listIds({ minRating: '4', sort: 'best_rated' })).toEqual([
      ids.best,
      ids.roundedUp,
      ids.three,
    ])
  })

  test('the filter for four stars and up joins prices, search words, categories, file types and buyable products', async () => {
    const { ids } = await publishRated({
      cheap: { stars: [5, 5, 5], price: 500, name: 'Huerta de otoño' },
      dear: { stars: [4, 4, 4], price: 9000, name: 'Huerta de invierno' },
      poor: { stars: [2, 2, 2], price: 500, name: 'Huerta de verano' },
      song: { stars: [5, 5, 5], price: 700, name: 'Canciones' },
    })
    const { rows } = await shop.db.$client.query<{ category: number; type: string }>(
      'select category_id as category, file_types[1] as type from products where id = $1',
      [ids.cheap],
    )
    const { category, type } = rows[0]!

    expect(await list({ minRating: '4', maxPrice: 1000 })).toMatchObject({
      ids: [ids.song, ids.cheap],
      total: 2,
    })
    expect(await list({ minRating: '4', minPrice: 10_000 })).toMatchObject({ ids: [], total: 0 })
    expect(await list({ minRating: '4', q: 'huerta', sort: 'price_asc' })).toMatchObject({
      ids: [ids.cheap, ids.dear],
      total: 2,
    })
    expect(
      await list({ minRating: '4', category, fileType: type, sort: 'price_desc' }),
    ).toMatchObject({ ids: [ids.dear, ids.song, ids.cheap], total: 3 })
    expect(await list({ minRating: '4', category: category + 1 })).toMatchObject({ total: 0 })
    expect(await list({ minRating: '4', dynamicPrice: 'true' })).toMatchObject({ total: 0 })
    expect(await list({ minRating: '4', buyable: 'true' })).toMatchObject({ total: 3 })
    await shop.db.execute("update payment_accounts set state = 'unlinked'")
    // The lists above are cached until the change of the account has invalidated them.
    await expect
      .poll(() => list({ minRating: '4', buyable: 'true' }))
      .toMatchObject({ ids: [], total: 0 })
  })

  test('paging by cursor through more products than the total counts loses none', async () => {
    const { product } = await createReviewableOrder(shop)
    await shop.db.$client.query(
      `insert into products (seller_id, name, description, price, is_price_dynamic, category_id, subcategory_id,
         image_key, edition_id, listed, review_count, review_stars)
       select seller_id, 'Copia ' || n, 'Copia', 100 + n % 7, false, category_id, subcategory_id, 'k', edition_id,
         true, 3, 11 + n % 5
       from products, generate_series(1, 1300) n where id = $1`,
      [product.id],
    )
    const { rows } = await shop.db.$client.query<{ count: number }>(
      'select count(*)::int from products where review_stars >= 12',
    )

    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Awaited<ReturnType<typeof list>> = await list({
        minRating: '4',
        sort: 'best_rated',
        ...(cursor && { cursor }),
      })
      expect(page.total).toBe(1000)
      seen.push(...page.ids)
      cursor = page.nextCursor
    }

    expect(rows[0]!.count).toBeGreaterThan(1000)
    expect(seen).toHaveLength(rows[0]!.count)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('the filter for four stars and up drops a product when a refund takes its third review out of the average', async () => {
    const order = await createReviewableOrder(shop)
    await insertReviews(shop.db.$client, order.product.id, [5, 5])
    expectOk(await review(shop, order, { stars: 5 }))
    await expect.poll(() => listIds({ minRating: '4' })).toEqual([order.product.id])

    expectOk(await order.seller.call(refundSale, { params: { orderId: order.orderId }, body: {} }))

    await expect.poll(() => listIds({ minRating: '4' })).toEqual([])
    await expectCleanSums(shop)
  })
})
