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
  await shop.becomes(order.token, 'approved')
  return { ...order, paymentId, productId: product.id }
}

const list = async (query: SaleFilter = {}) =>
  expectOk(await seller.call(listSales, { query })).sales

describe('a search finds', () => {
  test('a part of a name, a whole order id, a whole email, and nothing by half an email', async () => {
    const recipes = await sell('Recetas 100% fáciles', 'ana.perez@mail.test')
    const loops = await sell('Loops andinos', 'bruno@mail.test')

    const found = async (q: string) => (await list({ q })).map(({ orderId }) => orderId)

    expect(await found('FÁCILES')).toEqual([recipes.orderId])
    expect(await found('0% f')).toEqual([recipes.orderId])
    expect(await found('%')).toEqual([recipes.orderId])
    expect(await found(loops.orderId.toUpperCase())).toEqual([loops.orderId])
    expect(await found('ANA.PEREZ@mail.test')).toEqual([recipes.orderId])
    expect(await found('ana')).toEqual([])
    expect(await found('perez@mail.test')).toEqual([])
    expect(await list()).toHaveLength(2)
  })

  test('what was sold under the name it had then', async () => {
    const { orderId, productId } = await sell('Nombre viejo')
    await shop.db.$client.query("update products set name = 'Nombre nuevo' where id = $1", [
      productId,
    ])
    expect((await list({ q: 'viejo' })).map(sale => sale.orderId)).toEqual([orderId])
    expect(await list({ q: 'nuevo' })).toEqual([])
  })
})

test.each([
  ['a cursor that is none', { cursor: 'x' }],
  ['a cursor beyond any id', { cursor: '1700000000000.9999999999' }],
  ['a day that is none', { from: '2026-13-40' }],
  ['a state that is none', { state: 'sold' }],
  ['a product id that is none', { productId: 0 }],
  ['a search longer than any name', { q: 'x'.repeat(101) }],
  ['a search with a zero byte', { q: 'a\u0000b' }],
])('%s is refused', async (_, query) => {
  const answer = await seller.request(
    `/api/sales?${new URLSearchParams(query as Record<string, string>).toString()}`,
  )
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'INVALID_DATA' })
})

test('a sale that nobody tried to pay is on no list, and comes when somebody does', async () => {
  const product = await shop.publish(seller)
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  expect(await list()).toEqual([])

  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'pending_cash' })

  await expect.poll(() => list()).toMatchObject([{ state: 'pending', netMinor: null }])
  expect(expectOk(await seller.call(getSalesSummary, { query: {} }))).toMatchObject({ count: 0 })
})

test('every line says what its order says, whatever happened to it', async () => {
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

test('the drawer shows the order whole, and the buyer masked', async () => {
  const { orderId, token } = await sell('Recetas', 'ana@mail.test')
  const [item] = (await shop.look(token)).items
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

test('the delivery mail is sent again with fresh downloads, three times an hour', async () => {
  const { orderId, token } = await sell('Recetas')
  const [item] = (await shop.look(token)).items
  await (await shop.visitor().request(item!.downloadUrl!)).arrayBuffer()
  const resend = () => seller.call(resendSale, { params: { orderId } })

  expect(await resend()).toMatchObject({ status: 202 })
  await expect.poll(async () => (await shop.mailsTo('buyer@mail.test')).length).toBe(2)
  const [first, second] = await shop.mailsTo('buyer@mail.test')
  expect(second!.messageId).not.toBe(first!.messageId)
  expect((await shop.look(token)).items[0]!.downloadsLeft).toBe(10)

  expect(await resend()).toMatchObject({ status: 202 })
  expect(await resend()).toMatchObject({ status: 202 })
  expect(await resend()).toMatchObject({ status: 429, code: 'ERROR_TOO_MANY_REQUESTS' })
})

test('what was given back is not delivered again', async () => {
  const { orderId, token, paymentId } = await sell('Recetas')
  await shop.provider.act(paymentId, 'refund')
  await shop.becomes(token, 'refunded')
  expect(await seller.call(resendSale, { params: { orderId } })).toMatchObject({
    status: 409,
    code: 'PAYMENT_STATUS_ALREADY_CHANGED',
  })
})

test('the export runs nothing in a spreadsheet and keeps every name whole', async () => {
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

test('the export speaks the visitor’s language', async () => {
  await sell('Recetas')
  seller.cookies.set('lang', 'en')
  const text = await (await seller.request('/api/sales/export.csv')).text()
  expect(text).toContain('Date (Argentina time),Order,State,Product')
})
