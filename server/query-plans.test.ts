import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_COUPONS } from '#contract/prices/coupons.ts'
import { getUser } from '#contract/accounts/user.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { listSales } from '#contract/sales/lines.ts'
import { setAdminRole } from './features/admin/command-line/roles.ts'
import { findOutdatedFiles } from './features/files/product-files/queries.ts'
import { sumCommissionOfDays } from './features/payments/ledger/commission-queries.ts'
import { bookPayments } from './features/payments/ledger/book-payments.ts'
import { runTransaction } from './db/transaction.ts'
import { seedCategories } from './features/products/categories/seed.ts'
import {
  insertBulkPack,
  insertBulkProducts,
  insertBulkSales,
} from '#tools/sample-data/bulk-sales.ts'
import { seedProducts } from '#tools/sample-data/many-products.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { recordQueries, findFullReads } from '#tools/test-app/query-plans.ts'
import { MAX_DRAFTS, createDraft } from '#contract/products/working-copy.ts'
import { READING_PATHS, READS, fillIds } from '#tools/api-client/reading-paths.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { ENDPOINTS } from '#contract/index.ts'

/**
 * These tests check the query plans of every endpoint that reads lists, with 20,000 products and 12,500 sales in the
 * database.
 */
const MANY = 20_000

/** Endpoints that read no list: each redirects, creates something, or finds one row by a token. */
const ENDPOINTS_WITHOUT_LISTS = [
  '/public/captcha/challenge',
  '/auth/link/google',
  '/public/auth/email-link/:token',
  '/public/auth/google',
  '/public/auth/google/callback',
  '/public/auth/second-step',
  '/mercadopago/auth-url',
  '/mercadopago/callback',
  '/public/emails/:token',
  '/public/download/:token/:item',
  '/public/download/:token/:item/:file',
  '/public/download/:token/all/:archive',
  '/public/sample/:version',
  '/product/:id/sample/:version',
  '/public/order/:token',
  '/public/order/:token/receipt',
  '/public/order/:token/receipt.pdf',
  '/public/order/:token/withdrawal',
  '/public/order/:token/reviews',
  '/sales/:orderId/dispute.pdf',
  '/public/password/common-words',
]
const shop = useTestApp({ resetBefore: 'file' })
let person: ApiClient
/** A seller with nearly all sales, and a pack that is sold seldom. */
let bestSeller: ApiClient
let rarePack: number
const own = { product: '', pack: '', draft: '', order: '', user: '', unmatched: '1' }
beforeAll(async () => {
  const { db } = shop
  await db.execute('truncate categories cascade')
  await seedCategories(db)
  await seedProducts(db.$client, MANY)
  person = await shop.creator('ana@creators.test')
  bestSeller = await shop.creator()
  for (const [creator, products, sales] of [
    [bestSeller, 400, 12_000],
    [person, 60, 500],
  ] as const) {
    const { id: sellerId } = expectOk(await creator.call(getUser, {}))
    await insertBulkProducts(db.$client, { sellerId, products, viewDays: 30 })
    await insertBulkSales(db.$client, { sellerId, sales })
    const pack = await insertBulkPack(db.$client, { sellerId, share: 50 })
    if (creator === person) own.pack = String(pack)
    else rarePack = pack
  }
  for (let offset = 0; offset < 3000; offset += 500) {
    const batch = sql`select id from payments order by id limit 500 offset ${offset}`
    const { rows } = await db.execute<{ id: string }>(batch)
    const ids = rows.map(({ id }) => id)
    await runTransaction(db, tx => bookPayments(tx, ids))
  }
  // The commission is summed, as it is of all days that are over.
  await sumCommissionOfDays(db, new Date(Date.now() + 2 * DAY_MS))
  await setAdminRole(db, 'ana@creators.test', true)
  const { sales } = expectOk(await person.call(listSales, { query: {} }))
  own.order = sales[0]!.orderId
  own.product = String(sales[0]!.productId)
  own.draft = String(expectOk(await person.call(createDraft, { body: { fields: {} } })).id)
  own.user = String(expectOk(await person.call(getUser, {})).id)
  await db.execute(
    `insert into admin_actions (admin_id, action, target, target_id) select ${own.user}, 'restore_product', 'product', n
      from generate_series(1, 60) n`,
  )
  await db.execute(`insert into unmatched_payments (id, seller_id, collector_id, order_id, status, amount_minor,
      refunded_minor, application_fee_minor, currency)
    select n, ${own.user}, '1', gen_random_uuid(), case when n <= 60 then 'approved' else 'refunded' end,
      100, 0, 10, 'ARS' from generate_series(1, 20000) n`)
  // One product has hundreds of reviews, the others have dozens.
  await db.execute(`insert into product_reviews (order_item_id, product_id, seller_id, stars, text, language)
    select id, case when id % 40 = 0 then 777 else product_id end, seller_id, 1 + id % 5, 'Muy bueno', 'es'
    from order_items where sale_state = 'approved' and id % 3 = 0`)
  // A tenth of the other products has ratings, as if their reviews were from long ago.
  await db.execute(
    'update products set review_count = 1 + id % 7, review_stars = (1 + id % 7) * (3 + id % 3) where id % 10 = 0 and review_count = 0',
  )
  await db.execute(`update products set state = 'archived', listed = false where id = 778`)
  await db.execute('analyze')
}, 240_000)

test('every reading endpoint is covered by these tests', () => {
  const reads = ENDPOINTS.map(({ endpoint }) => endpoint)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path)

  expect([...Object.keys(READS), ...ENDPOINTS_WITHOUT_LISTS].toSorted()).toEqual(reads.toSorted())
})

test('findFullReads reports a full scan of a table', async () => {
  const scan = { text: "select * from products where description like '%x'", values: [] }
  const tail = { text: 'select * from products order by id desc', values: [] }

  expect(await findFullReads(shop.db.$client, scan)).toEqual([expect.stringContaining('products')])
  expect(await findFullReads(shop.db.$client, tail)).toEqual([expect.stringContaining('products')])
})

/** Returns a description of each large table that a statement of `work` reads completely. */
async function listFullReads(work: () => Promise<unknown>): Promise<string[]> {
  const { $client } = shop.db
  const reads = []
  for (const query of await recordQueries($client, work))
    reads.push(...(await findFullReads($client, query)))
  return reads
}

/** Requests a path, and returns a description of each large table that the request reads completely. */
const listFullReadsOf = (client: ApiClient, path: string) =>
  listFullReads(async () => {
    const reply = await client.request(path)
    await reply.text()
    expect(reply.status, path).toBe(200)
  })

test.each(READING_PATHS)('a request for %s reads no large table completely', async path => {
  expect(await listFullReadsOf(person, fillIds(path, own))).toEqual([])
})

test.each(['', '/summary', '/export.csv'])(
  'a request for /api/sales%s with a pack reads the sales of the pack, and not all of its seller',
  async path => {
    const reads = await listFullReadsOf(bestSeller, `/api/sales${path}?productId=${rarePack}`)

    expect(reads.filter(read => read.includes('of order_items'))).toEqual([])
  },
)

test('the search for outdated files reads no orders while every file is current', async () => {
  const reads = await listFullReads(() => findOutdatedFiles(shop.db, 100))

  expect(reads.filter(read => /^[\w ]+ of order/.test(read))).toEqual([])
})

test('related products are found without reading all products if the category has products in one subcategory only', async () => {
  const { db } = shop
  await db.execute(`update products p set subcategory_id = this.subcategory_id
    from products this where this.id = 779 and p.category_id = this.category_id`)
  await db.execute('analyze products')

  expect(await listFullReadsOf(person, '/api/public/product/779/related')).toEqual([])
})

/** The most bytes of an answer, but for files that are written while they are sent. */
const MAX_ANSWER_BYTES = 300_000
/** These are sent as streams, however long they are. */
const isFile = (path: string) => /\.(csv|pdf|xml|json)(\?|$)/.test(path)

describe('an account at its limits', () => {
  beforeAll(async () => {
    const { db } = shop
    const text = 'x'.repeat(20_000)
    await db.execute(sql`
      with drafts as (
        insert into products (seller_id, state, name, description, price, is_price_dynamic, image_key)
        select ${own.user}::int, 'draft', 'Borrador ' || n, '', 0, false, ''
        from generate_series(1, ${MAX_DRAFTS - 1}) n
        returning id)
      insert into working_copies (product_id, fields)
      select id, jsonb_build_object('name', ${text}::text, 'description', ${text}::text, 'about', ${text}::text,
        'price', ${text}::text, 'isPriceDynamic', true, 'aiUse', ${text}::text, 'section', ${text}::text,
        'includes', ${text}::text, 'video', ${text}::text) from drafts`)
    await db.execute(sql`insert into coupons (seller_id, code, kind, value)
      select ${own.user}::int, 'C' || n, 'percent', 5 from generate_series(1, ${MAX_COUPONS}) n`)
    await db.execute(sql`insert into uploads (id, seller_id, file_name, fingerprint, size_bytes, state, expires_at)
      select gen_random_uuid(), ${own.user}::int, repeat('n', 200), 'f' || n, 10, 'ready', now() + interval '7 days'
      from generate_series(1, 3000) n`)
    await db.execute(sql`insert into visits_daily (product_id, seller_id, day, source, medium, campaign, views)
      select p.id, p.seller_id, current_date - d, repeat('s', 40) || n, repeat('m', 40), repeat('c', 40) || n, 1
      from products p, generate_series(0, 99) d, generate_series(1, 30) n
      where p.seller_id = ${own.user}::int and p.state <> 'draft' on conflict do nothing`)
    await db.execute(sql`insert into product_updates (product_id, note)
      select ${own.product}::int, repeat('n', 300) from generate_series(1, 2000)`)
    await db.execute('analyze')
  }, 60_000)

  test.each(READING_PATHS.filter(path => !isFile(path)))(
    'an account at its limits reads %s in a short answer',
    async path => {
      const reply = await person.request(fillIds(path, own))
      const { byteLength } = await reply.arrayBuffer()
      expect([reply.status, byteLength]).toEqual([200, expect.any(Number)])
      expect(byteLength).toBeLessThanOrEqual(MAX_ANSWER_BYTES)
    },
  )
})
