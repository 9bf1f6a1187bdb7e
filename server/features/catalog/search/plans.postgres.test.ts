import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { stockShelves } from '../shelves.ts'
import { seedProducts } from '#test/many-products.ts'
import { openTestDatabase } from '#test/database.ts'
import type { ListQuery } from '#contract/search.ts'
import { findPublicProduct } from '../queries.ts'
import { productPage, relatedProducts, suggest } from './service.ts'

/** How the lists are read among 100,000 products of 1,000 sellers. */
const MANY = 100_000

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await stockShelves(database.db)
  await seedProducts(database.pool, MANY)
}, 600_000)
afterAll(() => database.close())

/** Every statement that `work` sends, as the database plans it with its values. */
async function plansOf({ pool }: OpenDatabase, work: () => Promise<unknown>): Promise<string[]> {
  const sent: { text: string; values: unknown[] }[] = []
  const query = pool.query.bind(pool) as (...words: unknown[]) => unknown
  const spied = (...words: unknown[]) => {
    const [first, values] = words
    const { text = String(first), values: own } = Object(first) as {
      text?: string
      values?: unknown[]
    }
    sent.push({ text, values: own ?? (Array.isArray(values) ? values : []) })
    return query(...words)
  }
  Object.assign(pool, { query: spied })
  try {
    await work()
  } finally {
    Object.assign(pool, { query })
  }
  const plans = []
  // The planner is also asked for its guesses.
  for (const { text, values } of sent.filter(({ text }) => !text.startsWith('explain'))) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers) ${text}`,
      values,
    )
    plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
  }
  return plans
}

const LISTS: (ListQuery & { page?: number })[] = [
  {},
  { page: 500 },
  { sort: 'best_selling', page: 500 },
  { sort: 'price_asc', page: 500 },
  { sort: 'price_desc', page: 500 },
  { category: 1 },
  { category: 1, sort: 'best_selling', page: 200 },
  { subcategory: 3, sort: 'price_asc', page: 20 },
  { minPrice: 500, maxPrice: 900 },
  { minPrice: 500, maxPrice: 900, sort: 'price_asc', category: 2 },
  { fileType: 'mp3' },
  { dynamicPrice: 'true', sort: 'best_selling' },
  { sort: 'newest', cursor: 'newest.50000' },
  { sort: 'price_asc', cursor: 'price_asc.500.70000' },
  { q: 'recetas' },
  { q: 'recetas veganas abuela' },
  { q: 'palabra77' },
  { q: 'fotogarfia' },
  { q: 'curso', sort: 'price_asc' },
]

test.each(LISTS)(
  'no large table is read from end to end for the list %j',
  async ({ page = 1, ...filter }) => {
    const { db } = database
    const deps = { db, currency: 'ARS' as const }

    const plans = await plansOf(database, () => productPage(deps, filter, page, 'es'))

    expect(plans.length).toBeGreaterThan(1)
    for (const plan of plans)
      expect(
        /Seq Scan on (products|product_files|product_views)/.exec(plan)?.[0],
        plan,
      ).toBeUndefined()
    const { products } = await productPage(deps, filter, page, 'es')
    expect(products.length).toBeGreaterThan(0)
  },
)

test('nor for a product, what resembles it, and suggestions', async () => {
  const { db } = database
  const deps = { db, currency: 'ARS' as const }

  const plans = await plansOf(database, async () => {
    await findPublicProduct(db, 777, 'es')
    await relatedProducts(deps, 777, 'es')
    await suggest(deps, 'recetas veg', 'es')
  })

  expect(plans.length).toBeGreaterThan(4)
  for (const plan of plans)
    expect(
      /Seq Scan on (products|product_files|product_views)/.exec(plan)?.[0],
      plan,
    ).toBeUndefined()
})
