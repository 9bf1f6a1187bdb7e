import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { listSales } from '#contract/sales/lines.ts'
import { setAdminRole } from '#server/features/admin/command-line/roles.ts'
import { findOutdatedFiles } from '#server/features/catalog/products/publish-queries.ts'
import { bookPayments } from '#server/features/payments/ledger/book-payments.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { seedCategories } from '#server/features/catalog/categories/seed.ts'
import { insertBulkProducts, insertBulkSales } from '#tools/sample-data/bulk-sales.ts'
import { seedProducts } from '#tools/sample-data/many-products.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { recordQueries, findFullReads } from '#tools/test-app/query-plans.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { ENDPOINTS } from '#contract/index.ts'

/**
 * These tests check the query plans of every endpoint that reads lists, with 100,000 products and 40,000 sales in the
 * database.
 */
const MANY = 100_000

/**
 * For each endpoint that reads lists, the URLs below /api to request. `$` stands for an id of the user who runs the
 * test. If an endpoint is missing here, the first test fails.
 */
const READS: Record<string, readonly string[]> = {
  '/user': [''],
  '/user/activity': [''],
  '/user/data.json': [''],
  '/sales/withdrawals': [''],
  '/sales/vouchers': [''],
  '/user/second-factors': [''],
  '/user/sessions': [''],
  '/user/space': [''],
  '/auth/providers': [''],
  '/mercadopago': [''],
  '/profile': [''],
  '/public/profile/:username': ['/public/profile/many7'],
  '/profile/username-exists/:username': ['/profile/username-exists/many7'],
  '/product/:id': ['/product/$product'],
  '/product/list': [''],
  '/public/product/:id': ['/public/product/777'],
  '/public/product/:id/related': ['/public/product/777/related'],
  '/public/product/:id/reviews': [
    '/public/product/777/reviews',
    '/public/product/777/reviews?page=3',
  ],
  '/public/product/suggest': ['?q=recetas+veg', '?q=fotogarf', '?q=archivo', '?q=re', '?q=777'],
  '/product/category/:category/page/:page': [
    '/product/category/1/page/1',
    '/product/category/1/page/200',
  ],
  '/public/product/username/:username': [
    '/public/product/username/many7',
    '/public/product/username/many7?page=3',
  ],
  '/public/product/page/:page': [
    '1',
    '500',
    '500?sort=best_selling',
    '500?sort=price_asc',
    '500?sort=price_desc',
    '1?category=1',
    '200?category=1&sort=best_selling',
    '20?subcategory=3&sort=price_asc',
    '1?minPrice=500&maxPrice=900',
    '1?minPrice=500&maxPrice=900&sort=price_asc&category=2',
    '1?fileType=mp3',
    '1?fileType=wav&category=2',
    '1?fileType=epub&dynamicPrice=true&minPrice=5',
    '1?dynamicPrice=true&sort=best_selling',
    '1?dynamicPrice=false',
    '500?sort=best_rated',
    '200?category=1&sort=best_rated',
    '20?subcategory=3&sort=best_rated',
    '1?sort=best_rated&cursor=best_rated.3000.70000',
    '1?minRating=4',
    '1?minRating=4&sort=best_rated&category=2&buyable=true',
    '1?minRating=4&minPrice=500&maxPrice=900&fileType=mp3',
    '1?q=recetas&minRating=4&sort=best_rated',
    '1?cursor=newest.50000',
    '1?sort=price_asc&cursor=price_asc.500.70000',
    '1?q=recetas',
    '20?q=recetas',
    '1?q=recetas+veganas+abuela',
    '1?q=palabra77',
    '1?q=fotogarfia',
    '1?q=archivo',
    '1?q=pdf',
    '1?q=de+la+con',
    '1?q=12',
    '1?q=%40many7',
    '1?q=%40many7+recetas',
    '1?q=xylophonequartz',
    '1?q=quiero+unas+recetas+veganas+faciles+para+la+abuela',
    '1?q=curso&sort=price_asc',
    '30?q=curso&sort=newest',
    '1?q=yoga&fileType=mp3&category=2',
    '1?q=archivo&minPrice=500&maxPrice=510',
  ].map(page => `/public/product/page/${page}`),
  '/public/tyc': [''],
  '/public/testimonials': [''],
  '/category/list': [''],
  '/category/with-subcategories': [''],
  '/subcategory/list': [''],
  '/subcategory/category/:categoryId': ['/subcategory/category/1'],
  '/sales': [
    '',
    '?state=charged_back',
    '?productId=$product',
    '?q=Producto+7',
    '?q=comprador77@correo.test',
    '?q=$order',
    '?from=2026-01-01&to=2026-02-01',
  ],
  '/reviews': ['', '?cursor=500'],
  '/sales/:orderId': ['/sales/$order'],
  '/sales/:orderId/receipt.pdf': ['/sales/$order/receipt.pdf'],
  '/profile/tax': [''],
  '/sales/summary': ['?range=7d', '?range=30d', '?range=12m', '?range=all', '?productId=$product'],
  '/sales/products': ['?range=7d', '?range=all'],
  '/sales/export.csv': ['?state=refunded'],
  '/notifications': ['', '?before=30000'],
  '/notifications/unread': [''],
  '/notifications/settings': [''],
  '/admin/users': ['', '?q=many77', '?q=nadie', '?only=suspended', '?only=admins'],
  '/admin/users/:id': ['/admin/users/$user'],
  '/admin/products': ['', '?q=777', '?q=recetas+veganas', '?q=xylophone', '?state=deleted'],
  '/admin/reports': [''],
  '/admin/file-scans': ['', '?cursor=50'],
  '/admin/product-reviews': ['', '?state=hidden'],
  '/admin/orders': [''],
  '/admin/orders/:orderId': ['/admin/orders/$order'],
  '/admin/unmatched-payments': ['', '?cursor=50'],
  '/admin/unmatched-payments/:paymentId': ['/admin/unmatched-payments/$unmatched'],
  '/admin/overview': [''],
  '/admin/audit': ['', '?userId=$user'],
  '/admin/jobs': [''],
  '/admin/invariants': [''],
  '/admin/reconciliations': [''],
  '/admin/commission': ['', '?year=2024'],
  '/admin/commission/differences': ['', '?year=2024'],
  '/admin/testimonials': [''],
}
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
  '/public/download/:token/:item',
  '/public/order/:token',
  '/public/order/:token/receipt',
  '/public/order/:token/receipt.pdf',
  '/public/order/:token/withdrawal',
  '/public/order/:token/reviews',
  '/sales/:orderId/dispute.pdf',
  '/public/password/common-words',
]
/** The paths to request that are not below /api. */
const PATHS_OUTSIDE_API = [
  '/sitemap.xml',
  '/sitemap/pages.xml',
  '/sitemap/products-1.xml',
  '/sitemap/products-7.xml',
  '/sitemap/sellers-1.xml',
  '/robots.txt',
  '/profile/many7/feed.xml',
]

let shop: TestApp
let person: ApiClient
const own = { product: '', order: '', user: '', unmatched: '1' }
beforeAll(async () => {
  shop = await createTestApp()
  await shop.reset()
  const { db } = shop
  await db.execute('truncate categories cascade')
  await seedCategories(db)
  await seedProducts(db.$client, MANY)
  person = await shop.creator('ana@creators.test')
  const other = await shop.creator()
  for (const [creator, products, sales] of [
    [other, 400, 40_000],
    [person, 60, 1500],
  ] as const) {
    const { id: sellerId } = expectOk(await creator.call(getUser, {}))
    await insertBulkProducts(db.$client, { sellerId, products, viewDays: 30 })
    await insertBulkSales(db.$client, { sellerId, sales })
  }
  for (let offset = 0; offset < 3000; offset += 500) {
    const batch = sql`select id from payments order by id limit 500 offset ${offset}`
    const { rows } = await db.execute<{ id: string }>(batch)
    const ids = rows.map(({ id }) => id)
    await runTransaction(db, tx => bookPayments(tx, ids))
  }
  await setAdminRole(db, 'ana@creators.test', true)
  const { sales } = expectOk(await person.call(listSales, { query: {} }))
  own.order = sales[0]!.orderId
  own.product = String(sales[0]!.productId)
  own.user = String(expectOk(await person.call(getUser, {})).id)
  await db.execute(
    `insert into admin_actions (admin_id, action, target, target_id) select ${own.user}, 'restore_product', 'product', n from generate_series(1, 60) n`,
  )
  await db.execute(`insert into unmatched_payments (id, seller_id, collector_id, order_id, status, amount_minor,
      refunded_minor, application_fee_minor, currency)
    select n, ${own.user}, '1', gen_random_uuid(), case when n <= 60 then 'approved' else 'refunded' end, 100, 0, 10, 'ARS' from generate_series(1, 20000) n`)
  // One product has hundreds of reviews, the others have dozens.
  await db.execute(`insert into product_reviews (order_item_id, product_id, seller_id, stars, text, language)
    select id, case when id % 40 = 0 then 777 else product_id end, seller_id, 1 + id % 5, 'Muy bueno', 'es'
    from order_items where sale_state = 'approved' and id % 3 = 0`)
  // A tenth of the other products has ratings, as if their reviews were from long ago.
  await db.execute(
    'update products set review_count = 1 + id % 7, review_stars = (1 + id % 7) * (3 + id % 3) where id % 10 = 0 and review_count = 0',
  )
  await db.execute('analyze')
}, 240_000)
afterAll(() => shop.close())

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

const ADDRESSES = [
  ...Object.entries(READS).flatMap(([path, ways]) =>
    ways.map(way => `/api${way === '' || way.startsWith('?') ? path + way : way}`),
  ),
  ...PATHS_OUTSIDE_API,
]

test.each(ADDRESSES)('a request for %s reads no large table completely', async path => {
  const address = path.replaceAll(/\$(\w+)/g, (_, name: keyof typeof own) => own[name])

  const queries = await recordQueries(shop.db.$client, async () => {
    const reply = await person.request(address)
    await reply.text()
    expect(reply.status, address).toBe(200)
  })

  const whole = []
  for (const query of queries) whole.push(...(await findFullReads(shop.db.$client, query)))
  expect(whole).toEqual([])
})

test('the search for outdated files reads no orders while every file is current', async () => {
  const queries = await recordQueries(shop.db.$client, () => findOutdatedFiles(shop.db, 100))

  const reads = []
  for (const query of queries) reads.push(...(await findFullReads(shop.db.$client, query)))
  expect(reads.filter(read => /^[\w ]+ of order/.test(read))).toEqual([])
})
