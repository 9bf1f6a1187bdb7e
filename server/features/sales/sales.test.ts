import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SaleFilter, getSalesSummary, listSales } from '#contract/sales/lines.ts'
import { getSale, resendSale } from '#contract/sales/order.ts'
import { orderItems, orders } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { eq } from 'drizzle-orm'

let shop: TestApp
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
})
afterAll(() => shop.close())

async function sell(name: string, buyer = 'buyer@mail.test') {
  const product = await shop.publish(seller, { name })
  const order = await shop.order(shop.visitor(), [{ id: product.id }], buyer)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  return { ...order, paymentId, productId: product.id }
}

const list = async (query: SaleFilter = {}) =>
  expectOk(await seller.call(listSales, { query })).sales

describe('searching the sales', () => {
  test('a sales search matches part of a product name, a whole order id or a whole email, but no part of an email', async () => {
    const recipes = await sell('Recetas 100% fáciles', 'ana.perez@mail.test')
    const loops = await sell('Loops andinos', 'bruno@mail.test')

    const searchOrderIds = async (q: string) => (await list({ q })).map(({ orderId }) => orderId)

    expect(await searchOrderIds('FÁCILES')).toEqual([recipes.orderId])
    expect(await searchOrderIds('0% f')).toEqual([recipes.orderId])
    expect(await searchOrderIds('%')).toEqual([recipes.orderId])
    expect(await searchOrderIds(loops.orderId.toUpperCase())).toEqual([loops.orderId])
    expect(await searchOrderIds('ANA.PEREZ@mail.test')).toEqual([recipes.orderId])
    expect(await searchOrderIds('ana')).toEqual([])
    expect(await searchOrderIds('perez@mail.test')).toEqual([])
    expect(await list()).toHaveLength(2)
  })

  test('a sales search matches the product name at the time of the sale', async () => {
    const { orderId, productId } = await sell('Nombre viejo')
    await shop.db.$client.query("update products set name = 'Nombre nuevo' where id = $1", [
      productId,
    ])
    expect((await list({ q: 'viejo' })).map(sale => sale.orderId)).toEqual([orderId])
    expect(await list({ q: 'nuevo' })).toEqual([])
  })
})

test.each([
  ['a malformed cursor', { cursor: 'x' }],
  ['a cursor beyond any id', { cursor: '1700000000000.9999999999' }],
  ['an invalid day', { from: '2026-13-40' }],
  ['an unknown state', { state: 'sold' }],
  ['an invalid product id', { productId: 0 }],
  ['a search longer than any name', { q: 'x'.repeat(101) }],
  ['a search with a zero byte', { q: 'a\u0000b' }],
])('listing sales with %s is refused', async (_, query) => {
  const answer = await seller.request(
    `/api/sales?${new URLSearchParams(query as Record<string, string>).toString()}`,
  )
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'INVALID_DATA' })
})

test('an order is listed as a sale only once somebody tries to pay it', async () => {
  const product = await shop.publish(seller)
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  expect(await list()).toEqual([])

  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'pending_cash' })

  await expect.poll(() => list()).toMatchObject([{ state: 'pending', netMinor: null }])
  expect(expectOk(await seller.call(getSalesSummary, { query: {} }))).toMatchObject({ count: 0 })
})

test('a line item has the seller, date, state and currency of its order', async () => {
  const { orderId } = await sell('Uno')
  const rows = await shop.db
    .select({ line: orderItems, order: orders })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.id, orderId))
  for (const { line, order } of rows)
    expect(line).toMatchObject({
      sellerId: order.sellerId,
      soldAt: order.approvedAt,
      saleState: 'approved',
      currency: order.currency,
    })
})

test('a seller’s order shows its items, payments and history, and masks the buyer’s email', async () => {
  const { orderId, token } = await sell('Recetas', 'ana@mail.test')
  const [item] = (await shop.readOrder(token)).items
  await (await shop.visitor().request(item!.downloadUrl!)).arrayBuffer()

  const sale = expectOk(await seller.call(getSale, { params: { orderId } }))

  expect(sale).toMatchObject({
    orderId,
    state: 'approved',
    payerEmail: 'a•••@mail.test',
    priceMinor: 890_000,
    feeMinor: 178_000,
    sellerShareMinor: 712_000,
    canRefund: true,
    canResend: true,
    items: [
      { productName: 'Recetas', feePercent: 20, download: { used: 1, left: 9, closed: null } },
    ],
    payments: [{ status: 'approved', bought: true, refundDue: false, refund: null }],
  })
  expect(sale.netMinor).toBe(712_000 - sale.providerFeeMinor!)
  expect(sale.history.map(({ kind }) => kind)).toEqual([
    'ordered',
    'payment',
    'approved',
    'delivered',
  ])
  expect(JSON.stringify(sale)).not.toContain('ana@mail.test')
})

test('a seller can send the delivery mail again with refilled downloads, three times an hour', async () => {
  const { orderId, token } = await sell('Recetas')
  const [item] = (await shop.readOrder(token)).items
  await (await shop.visitor().request(item!.downloadUrl!)).arrayBuffer()
  const resend = () => seller.call(resendSale, { params: { orderId } })

  expect(await resend()).toMatchObject({ status: 202 })
  await expect.poll(async () => (await shop.listMails('buyer@mail.test')).length).toBe(2)
  const [first, second] = await shop.listMails('buyer@mail.test')
  expect(second!.messageId).not.toBe(first!.messageId)
  const newToken = /\/order\/([\w-]+)/.exec(second!.text)![1]!
  expect((await shop.readOrder(newToken)).items[0]!.downloadsLeft).toBe(10)

  expect(await resend()).toMatchObject({ status: 202 })
  expect(await resend()).toMatchObject({ status: 202 })
  expect(await resend()).toMatchObject({ status: 429, code: 'ERROR_TOO_MANY_REQUESTS' })
})

test('a refunded order cannot be delivered again', async () => {
  const { orderId, token, paymentId } = await sell('Recetas')
  await shop.provider.changePayment(paymentId, 'refund')
  await shop.waitForOrderState(token, 'refunded')
  expect(await seller.call(resendSale, { params: { orderId } })).toMatchObject({
    status: 409,
    code: 'PAYMENT_STATUS_ALREADY_CHANGED',
  })
})

test('the sales export escapes formulas and quotes special characters in product names', async () => {
  const names = ['=SUM(A1:A9)', '+54 11', '@cmd', '-1,5 "comillas"', 'con, coma']
  for (const name of names) await sell(name)

  const reply = await seller.request('/api/sales/export.csv')
  const text = await reply.text()

  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="ventas-/)
  expect(text).toContain(",'=SUM(A1:A9),")
  expect(text).toContain(",'+54 11,")
  expect(text).toContain(",'@cmd,")
  expect(text).toContain(',"\'-1,5 ""comillas""",')
  expect(text).toContain(',"con, coma",')
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.split('\r\n')).toHaveLength(names.length + 3)
})

test.each([
  ['qr', 'qr', 'código QR', 'QR code'],
  ['button', 'button', 'botón en otro sitio', 'button on another site'],
  [null, null, '', ''],
  ['of a later release', null, '', ''],
])(
  'the stored entry %j is shown as %j in a sale, and in the export',
  async (stored, shown, es, en) => {
    const { orderId } = await sell('Recetas')
    await shop.db.update(orders).set({ entry: stored }).where(eq(orders.id, orderId))
    const exportIn = async (language: string) => {
      seller.cookies.set('lang', language)
      const text = await (await seller.request('/api/sales/export.csv')).text()
      return text.split('\r\n').map(line => line.split(',').at(-4))
    }

    expect(expectOk(await seller.call(getSale, { params: { orderId } })).entry).toBe(shown)
    expect((await list())[0]?.entry).toBe(shown)
    expect((await exportIn('es')).slice(0, 2)).toEqual(['Llegó por', es])
    expect((await exportIn('en')).slice(0, 2)).toEqual(['Came by', en])
  },
)

test('the sales export uses the language of the request', async () => {
  await sell('Recetas')
  seller.cookies.set('lang', 'en')
  const text = await (await seller.request('/api/sales/export.csv')).text()
  expect(text).toContain('Date (Argentina time),Order,Status,Product')
})
