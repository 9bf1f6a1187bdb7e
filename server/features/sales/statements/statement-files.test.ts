import { expect, test } from 'vitest'
import { sum } from '#contract/core/sum.ts'
import { getStatement } from '#contract/sales/statements.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { readPdfText } from '#tools/pdf-text.ts'
import { insertReportedSale, reportPayment } from '#tools/sample-data/reported-sales.ts'
import { insertProducts } from '#tools/sample-data/sales-history.ts'
import { findSignedInUser } from '#tools/test-app/rows.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

/** Inserts a sale of May with a partial refund, and one of June. */
async function insertTwoSales() {
  const seller = await shop.seller()
  const sellerId = await findSignedInUser(shop, seller)
  const [productId] = await insertProducts(shop.db, { sellerId, count: 1 })
  const sell = (day: string) =>
    insertReportedSale(shop.db, {
      sellerId,
      productId: productId!,
      currency: 'ARS',
      items: [{ priceMinor: 90_000, feeMinor: 18_000, discountMinor: 10_000 }],
      approvedAt: new Date(`${day}T12:00:00-03:00`),
      news: { at: new Date(`${day}T12:00:00-03:00`), providerFeeMinor: 5661 },
    })
  const sale = await sell('2026-05-10')
  await sell('2026-06-10')
  await reportPayment(shop.db, sale, {
    at: new Date('2026-05-20T09:30:00-03:00'),
    refundedMinor: 45_050,
  })

  return { seller, sale }
}

test('the CSV of a month lists each movement, which add up to the rows of the statement', async () => {
  const { seller, sale } = await insertTwoSales()

  const reply = await seller.request('/api/sales/statements/2026-05/statement.csv')

  expect(reply.headers.get('content-disposition')).toBe(
    'attachment; filename="liquidacion-2026-05.csv"',
  )
  const text = await reply.text()
  const rows = text
    .split('\r\n')
    .filter(Boolean)
    .map(line => line.split(','))
  expect(rows.slice(1).map(row => [row[0], row[3], row[5]])).toEqual([
    ['2026-05-10 12:00:00', 'Pago', '900.00'],
    ['2026-05-10 12:00:00', 'Comisión', '-180.00'],
    ['2026-05-10 12:00:00', 'Cargo de MercadoPago', '-56.61'],
    ['2026-05-20 09:30:00', 'Devolución', '-450.50'],
    ['2026-05-20 09:30:00', 'Comisión devuelta', '90.10'],
    ['2026-05', 'Vendido a precio de lista', '1000.00'],
    ['2026-05', 'Descuentos', '-100.00'],
    ['2026-05', 'Comisión', '-180.00'],
    ['2026-05', 'Cargo de MercadoPago', '-56.61'],
    ['2026-05', 'Devoluciones', '-450.50'],
    ['2026-05', 'Comisión devuelta', '90.10'],
    ['2026-05', 'Te queda', '302.99'],
    ['2026-05', 'Liberado al 2026-05-31', '0.00'],
    ['2026-05', 'A liberar después', '302.99'],
  ])
  const movements = rows.filter(row => row[2] === sale.paymentId)
  const { sections } = expectOk(await seller.call(getStatement, { params: { month: '2026-05' } }))
  expect(sum(movements.map(row => Math.round(Number(row[5]) * 100)))).toBe(sections[0]!.netMinor)
})

test.each([
  ['es', 'Liquidación de mayo de 2026', 'liquidacion-2026-05.pdf', /\$ 302,99 ?Te queda/],
  ['en', 'Statement of May 2026', 'statement-2026-05.pdf', /\$ 302,99 ARS ?You keep/],
] as const)('the PDF of a month has its rows, in %s', async (language, title, name, total) => {
  const { seller } = await insertTwoSales()

  const reply = await seller.request('/api/sales/statements/2026-05/statement.pdf', {
    headers: { 'accept-language': language },
  })

  expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
  const words = await readPdfText(new Uint8Array(await reply.arrayBuffer()))
  expect(words).toContain(title)
  expect(words).toMatch(total)
})

test('two refunds that are reported together, one before and one after the end of a month, are in the statement of each', async () => {
  const seller = await shop.seller()
  const sellerId = await findSignedInUser(shop, seller)
  const [productId] = await insertProducts(shop.db, { sellerId, count: 1 })
  const soldAt = new Date('2026-05-10T12:00:00-03:00')
  const sale = await insertReportedSale(shop.db, {
    sellerId,
    productId: productId!,
    currency: 'ARS',
    items: [{ priceMinor: 90_000, feeMinor: 18_000 }],
    approvedAt: soldAt,
    news: { at: soldAt, providerFeeMinor: 5661 },
  })
  await reportPayment(shop.db, sale, {
    at: new Date('2026-06-02T08:00:00-03:00'),
    refundedMinor: 45_000,
    refunds: [
      { amountMinor: 15_000, madeAt: new Date('2026-06-01T00:00:00-03:00') },
      { amountMinor: 30_000, madeAt: new Date('2026-05-31T23:59:59-03:00') },
    ],
  })

  const listReturns = async (month: string) => {
    const reply = await seller.request(`/api/sales/statements/${month}/statement.csv`)
    return (await reply.text())
      .split('\r\n')
      .map(line => line.split(','))
      .filter(row => row[2] === sale.paymentId && row[3]!.match(/devuelta|Devolución/))
      .map(row => [row[0], row[3], row[5]])
  }
  const readSection = async (month: string) =>
    expectOk(await seller.call(getStatement, { params: { month } })).sections[0]

  expect(await listReturns('2026-05')).toEqual([
    ['2026-05-31 23:59:59', 'Devolución', '-300.00'],
    ['2026-05-31 23:59:59', 'Comisión devuelta', '60.00'],
  ])
  expect(await listReturns('2026-06')).toEqual([
    ['2026-06-01 00:00:00', 'Devolución', '-150.00'],
    ['2026-06-01 00:00:00', 'Comisión devuelta', '30.00'],
  ])
  expect(await readSection('2026-05')).toMatchObject({
    refundedMinor: 30_000,
    commissionReturnedMinor: 6000,
  })
  expect(await readSection('2026-06')).toMatchObject({
    refundedMinor: 15_000,
    commissionReturnedMinor: 3000,
  })
})
