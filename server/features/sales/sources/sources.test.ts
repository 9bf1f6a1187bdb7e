import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordProductView } from '#contract/storefront/product-page.ts'
import { createPreference } from '#contract/orders/orders.ts'
import type { Touch } from '#contract/orders/touches.ts'
import { sum } from '#contract/core/sum.ts'
import { getSalesByProduct, getSalesSummary } from '#contract/sales/lines.ts'
import { refundSale, getSale } from '#contract/sales/order.ts'
import { exportSalesBySource, getSalesBySource } from '#contract/sales/sources.ts'
import { orders, visitsDaily } from '#server/db/schema/index.ts'
import { insertProducts } from '#tools/sample-data/sales-history.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { findSignedInUser } from '#tools/test-app/rows.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** The number of purchases whose sources are added up; 1,000 take 14 minutes. */
const PURCHASES = 12
const BROWSER = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)' }

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ TRUST_PROXY: 'loopback' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const viewedBy =
  (headers: Record<string, string>) =>
  (id: number, from?: Touch[]): Promise<unknown> =>
    shop
      .visitor({ ...BROWSER, ...headers })
      .call(recordProductView, { params: { id }, body: { from } })
const view = viewedBy({})

const readReport = async (seller: ApiClient, query: { productId?: number } = {}) =>
  expectOk(await seller.call(getSalesBySource, { query }))

/** How one purchase goes on, with the source that it must count for; null is unknown. */
interface Case {
  touches: (path: string) => Touch[] | undefined
  headers?: Record<string, string>
  source: string | null
}
const CASES: Case[] = [
  { touches: path => [{ path, via: 'instagram' }], source: 'instagram' },
  {
    touches: path => [
      { path },
      { path, source: 'Boletín', medium: 'mail', campaign: 'Mayo' },
      { path, via: 'x' },
    ],
    source: 'boletín',
  },
  { touches: path => [{ path }], source: 'direct' },
  { touches: () => [{ path: '/', referrer: 'www.google.com' }], source: 'google' },
  { touches: () => undefined, source: null },
  {
    touches: path => [{ path, via: 'instagram' }],
    headers: { 'sec-gpc': '1' },
    source: null,
  },
  { touches: () => [{ path: '/' }], source: 'marketplace' },
]

/** How a buyer pays: by card, in cash on a later day, never, without a notice of the provider, and with money back. */
const ENDINGS = ['card', 'cash', 'unpaid', 'lost', 'refunded', 'partly_refunded'] as const

async function buy(seller: ApiClient, ids: number[], number: number) {
  const { touches, headers, source } = CASES[number % CASES.length]!
  const ending = ENDINGS[number % ENDINGS.length]!
  const from = touches(`/product/${ids[0]!}`)
  const network = { 'x-forwarded-for': `10.${number >> 8}.${number & 255}.1` }
  await viewedBy({ ...network, ...headers })(ids[0]!, from)
  expectOk(
    await shop.visitor({ ...BROWSER, ...network, ...headers }).call(createPreference, {
      body: { products: ids.map(id => ({ id })), payerEmail: `buyer${number}@mail.test`, from },
    }),
  )
  const { preferences } = await shop.provider.readLedger()
  const { id: preferenceId, external_reference: orderId, back_urls } = preferences.at(-1)!
  const token = new URL(back_urls.success).searchParams.get('order')!

  await shop.provider.setWebhookSettings({ drop: ending === 'lost' })
  const isCash = ending === 'cash' || ending === 'unpaid'
  const paymentId = await shop.provider.pay({
    preferenceId,
    outcome: isCash ? 'pending_cash' : 'approved',
  })
  if (ending === 'lost') {
    await shop.db
      .update(orders)
      .set({ nextCheckAt: new Date(0) })
      .where(eq(orders.id, orderId))
    await shop.runSchedule('reconcile_orders')
  }
  if (isCash) await shop.waitForOrderState(token, 'pending')
  if (ending === 'cash') await shop.provider.changePayment(paymentId, 'accredit')
  if (ending !== 'unpaid') await shop.waitForOrderState(token, 'approved')
  if (ending === 'refunded' || ending === 'partly_refunded') {
    await shop.waitForJobs()
    const { items } = expectOk(await seller.call(getSale, { params: { orderId } }))
    const body = ending === 'refunded' ? {} : { itemIds: [items[0]!.itemId] }
    expectOk(await seller.call(refundSale, { params: { orderId }, body, idempotencyKey: orderId }))
    await shop.waitForJobs()
  }
  return { source, ending, lines: ids.length }
}

test(
  'the sums over all sources are those of the sales page to the cent, and each purchase has its source',
  async () => {
    const seller = await shop.seller()
    const ids = [
      (await shop.publish(seller, { price: 1001, name: 'Guía' })).id,
      (await shop.publish(seller, { price: 7899, name: 'Curso' })).id,
    ]

    const purchases = []
    for (let number = 0; number < PURCHASES; number += 1)
      purchases.push(
        await buy(seller, number % 2 === 0 ? ids : [ids[number % 4 === 1 ? 0 : 1]!], number),
      )
    await expectCleanInvariants(shop)

    const report = await readReport(seller)
    const summary = expectOk(await seller.call(getSalesSummary, { query: {} }))
    const { total, sources, products } = report
    const names = ['count', 'grossMinor', 'sellerShareMinor', 'refundedMinor'] as const
    for (const name of names) {
      expect(total[name], name).toBe(summary[name])
      expect(sum(sources.map(row => row[name])), name).toBe(summary[name])
    }
    expect(summary.refundedMinor).toBeGreaterThan(0)
    expect(total.visits).toBe(summary.views)
    expect(total.visits).toBe(PURCHASES)

    const expected = new Map<string | null, { visits: number; started: number; count: number }>()
    for (const { source, ending, lines } of purchases) {
      const row = expected.get(source) ?? { visits: 0, started: 0, count: 0 }
      const soldLines = ending === 'unpaid' || ending === 'refunded' ? 0 : lines
      // A refund of the only item of an order undoes the whole sale.
      const count = ending === 'partly_refunded' && lines === 1 ? 0 : soldLines
      expected.set(source, {
        visits: row.visits + 1,
        started: row.started + lines,
        count: row.count + count,
      })
    }
    expect(sources).toHaveLength(expected.size)
    for (const row of sources)
      expect(row, String(row.source)).toMatchObject(expected.get(row.source)!)

    const byProduct = expectOk(await seller.call(getSalesByProduct, { query: {} }))
    for (const product of byProduct.products) {
      const own = products.filter(row => row.productId === product.productId)
      for (const name of names) expect(sum(own.map(row => row[name]))).toBe(product[name])
      const filtered = await readReport(seller, { productId: product.productId })
      for (const name of names) expect(filtered.total[name]).toBe(product[name])
    }

    expect(report.campaigns).toMatchObject([
      { source: 'boletín', medium: 'mail', campaign: 'mayo' },
    ])
    const file = await seller.request(`/api${exportSalesBySource.path}`)
    const text = await file.text()
    expect(text).toContain('Guía,boletín,mail,mayo,')
    const gross = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map(line => Number(line.split(',')[8]))
    expect(Math.round(sum(gross) * 100)).toBe(summary.grossMinor)
  },
  60_000 + PURCHASES * 1500,
)

test('an order keeps the source, and the host of the page with the link', async () => {
  const seller = await shop.seller()
  const { id } = await shop.publish(seller)
  const from = [{ path: `/product/${id}`, campaign: 'Mayo', referrer: 'l.instagram.com' }]

  await shop
    .visitor()
    .call(createPreference, { body: { products: [{ id }], payerEmail: 'b@mail.test', from } })

  const sellerId = await findSignedInUser(shop, seller)
  expect(await shop.db.select().from(orders).where(eq(orders.sellerId, sellerId))).toMatchObject([
    {
      source: 'instagram',
      sourceMedium: null,
      sourceCampaign: 'mayo',
      referrerHost: 'l.instagram.com',
    },
  ])
})

describe('a view', () => {
  const read = async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const readVisits = async () => {
      const { sources } = await readReport(seller)
      return Object.fromEntries(sources.map(({ source, visits }) => [String(source), visits]))
    }
    return { seller, path: `/product/${product.id}`, ...product, readVisits }
  }

  test('a view by way of the kiosk or a payment link of the seller counts for the link that led there', async () => {
    const { seller, id, readVisits } = await read()
    const sellerId = await findSignedInUser(shop, seller)
    const { rows } = await shop.db.execute<{ username: string }>(
      sql`select username from profiles where user_id = ${sellerId}`,
    )
    const other = await read()

    await view(id, [{ path: `/profile/${rows[0]!.username}`, via: 'instagram' }])
    await view(id, [{ path: `/comprar/${id}`, via: 'whatsapp' }])
    await view(id, [{ path: other.path, source: 'secret', campaign: 'of another' }])

    expect(await readVisits()).toEqual({ instagram: 1, whatsapp: 1, marketplace: 1 })
  })

  test('a view without a source, with Global Privacy Control or of an older page is counted without a source', async () => {
    const { id, path, readVisits } = await read()

    await view(id)
    await viewedBy({ 'sec-gpc': '1' })(id, [{ path, via: 'x' }])
    await shop.visitor(BROWSER).request(`/api/public/product/${id}/view`, { method: 'POST' })

    expect(await readVisits()).toEqual({ null: 3 })
    expect(
      await shop.db.select().from(visitsDaily).where(eq(visitsDaily.productId, id)),
    ).toMatchObject([{ source: '', medium: '', campaign: '', views: 3 }])
  })

  test('a view by a bot is not counted', async () => {
    const { id, path } = await read()

    await viewedBy({ 'user-agent': 'Googlebot/2.1' })(id, [{ path }])

    expect(await shop.db.$count(visitsDaily, eq(visitsDaily.productId, id))).toBe(0)
  })

  test('a view from the 31st campaign of a day on is counted as another one of its channel', async () => {
    const { seller, id, path, readVisits } = await read()
    const sellerId = await findSignedInUser(shop, seller)
    await shop.db.execute(sql`
      insert into visits_daily (product_id, seller_id, day, source, medium, campaign, views)
      select ${id}, ${sellerId}, (now() at time zone 'America/Argentina/Buenos_Aires')::date, 'x', '', 'c' || n, 1
      from generate_series(1, 29) n`)

    await Promise.all(
      ['a', 'b', 'c', 'd'].map(campaign => view(id, [{ path, via: 'telegram', campaign }])),
    )
    await view(id, [{ path, source: 'any.example' }])
    await view(id, [{ path, source: 'more.example' }])

    expect(await shop.db.$count(visitsDaily, eq(visitsDaily.productId, id))).toBe(32)
    expect(await readVisits()).toEqual({ x: 29, telegram: 4, other: 2 })
  })
})

test('a report with more sources than it shows puts the last ones together', async () => {
  const seller = await shop.seller()
  const sellerId = await findSignedInUser(shop, seller)
  const [id] = (await insertProducts(shop.db, { sellerId, count: 1 })) as [number]
  await shop.db.execute(sql`
    insert into visits_daily (product_id, seller_id, day, source, medium, campaign, views)
    select ${id}, ${sellerId}, current_date - n, 's' || n, '', '', 1 from generate_series(0, 59) n`)

  const { sources, total } = await readReport(seller)

  expect(sources).toHaveLength(50)
  expect(sources.at(-1)).toMatchObject({ source: 'other', visits: 11 })
  expect(sum(sources.map(({ visits }) => visits))).toBe(total.visits)
})
