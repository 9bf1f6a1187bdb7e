import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/user.ts'
import { DAY_MS, daysAgo } from '#contract/core/time.ts'
import {
  deleteTaxData,
  getReceipt,
  getTaxData,
  saveReceiptBuyer,
  saveTaxData,
} from '#contract/receipts.ts'
import { refundSale, resendSale } from '#contract/sales/order.ts'
import { orders, receiptBuyers, receipts, sellerTaxData } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { readPdfText } from '#tools/pdf-text.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { PASSWORD, type ReceivedMail } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const BUYER = { name: 'Ana Pérez', taxIdKind: 'cuit', taxId: '20-12345678-6' } as const
const COMPANY = { name: 'Cuadernos S. A.', taxIdKind: 'cuit', taxId: '30-70308853-4' } as const

const MAIL = 'buyer@mail.test'

const shop = useTestApp()

const readReceipt = async (token: string) =>
  expectOk(await shop.visitor().call(getReceipt, { params: { token } }))
const saveBuyer = (token: string, body: { name: string; taxIdKind: 'cuit'; taxId: string }) =>
  shop.visitor().call(saveReceiptBuyer, { params: { token }, body })

/** Reads the text of a PDF file in a language. */
async function readPdf(url: string, language: string): Promise<string> {
  const reply = await fetch(shop.origin + url, { headers: { 'accept-language': language } })
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  return readPdfText(new Uint8Array(await reply.arrayBuffer()))
}

test('the receipts of a seller are numbered without gaps, also if several orders are paid at once', async () => {
  const { seller, product } = await createPaidOrder(shop)
  const tokens: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const { preferenceId, token } = await shop.order(
      shop.visitor(),
      [{ id: product.id }],
      `b${n}@mail.test`,
    )
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    tokens.push(token)
  }
  for (const token of tokens) await shop.waitForOrderState(token, 'approved')
  const other = await createPaidOrder(shop)

  const numbers = await shop.db
    .select({ number: receipts.number })
    .from(receipts)
    .orderBy(receipts.sellerId, receipts.number)
  expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 1])
  expect((await readReceipt(other.token)).number).toBe(1)
  expect(seller.email).not.toBe(other.seller.email)
})

test('a receipt shows the order, its lines, the total and the method', async () => {
  const { token, product } = await createPaidOrder(shop, {})
  const order = await shop.readOrder(token)

  expect(await readReceipt(token)).toMatchObject({
    number: 1,
    orderNumber: order.number,
    seller: { username: order.sellerUsername, taxData: null },
    buyer: null,
    currency: 'ARS',
    lines: [{ name: product.name, priceMinor: 890_000 }],
    totalMinor: 890_000,
    refundedMinor: 0,
  })
})

/** Reads the receipt that is attached to an email, which has no other attachment. */
async function readAttachment({ attachments }: ReceivedMail) {
  expect(attachments).toMatchObject([{ mimeType: 'application/pdf' }])
  const { filename, base64 } = attachments[0]!
  return { filename, text: await readPdfText(Buffer.from(base64, 'base64')) }
}

test('the email with the files has the receipt as a PDF file, also when it is sent again', async () => {
  const { token, seller } = await createPaidOrder(shop)
  const { number } = await shop.readOrder(token)
  const [order] = await shop.db.select({ id: orders.id }).from(orders)

  const { filename, text } = await readAttachment(await shop.waitForMail(MAIL, /^Tu compra: /))
  expect(filename).toBe(`recibo-${number}.pdf`)
  expect(text).toContain('Recibo N.º 1')
  expect(text).toContain(number)

  expectOk(await seller.call(resendSale, { params: { orderId: order!.id } }))
  await shop.waitForJobs()
  const mails = (await shop.listMails(MAIL)).filter(({ subject }) =>
    subject.startsWith('Tu compra'),
  )
  expect(mails).toHaveLength(2)
  for (const mail of mails) expect((await readAttachment(mail)).filename).toBe(filename)
})

test('a receipt that cannot be read keeps no email with files back', async () => {
  await shop.db.execute(sql`alter table receipt_buyers rename to receipt_buyers_away`)
  try {
    await createPaidOrder(shop)
    expect((await shop.waitForMail(MAIL, /^Tu compra: /)).attachments).toEqual([])
  } finally {
    await shop.db.execute(sql`alter table receipt_buyers_away rename to receipt_buyers`)
  }
})

test('a corrected receipt is emailed once, although twenty requests give the same data', async () => {
  const { token } = await createPaidOrder(shop)
  await shop.waitForJobs()

  await Promise.all(Array.from({ length: 20 }, () => saveBuyer(token, BUYER)))
  await shop.waitForJobs()

  const mails = (await shop.listMails(MAIL)).filter(({ subject }) =>
    subject.startsWith('Tu recibo'),
  )
  expect(mails).toHaveLength(1)
  expect((await readAttachment(mails[0]!)).text).toContain(BUYER.name)
  expect(await shop.db.$count(receiptBuyers)).toBe(1)
})

test('an order that was never paid has no receipt', async () => {
  const { token } = await createUnpaidOrder(shop)

  expect(await shop.visitor().call(getReceipt, { params: { token } })).toMatchObject({
    status: 404,
    code: 'PAYMENT_NOT_FOUND',
  })
  expect(await saveBuyer(token, BUYER)).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' })
  expect(await shop.db.select().from(receipts)).toEqual([])
})

test('a buyer adds a name and tax id to the receipt and corrects them, and every version is kept', async () => {
  const { token } = await createPaidOrder(shop)

  const first = expectOk(await saveBuyer(token, BUYER))
  const second = expectOk(await saveBuyer(token, COMPANY))

  expect(first.buyer).toEqual(BUYER)
  expect(second.buyer).toEqual(COMPANY)
  expect((await readReceipt(token)).buyer).toEqual(COMPANY)
  const versions = await shop.db
    .select({ taxId: receiptBuyers.taxId })
    .from(receiptBuyers)
    .orderBy(receiptBuyers.id)
  expect(versions).toEqual([{ taxId: '20123456786' }, { taxId: '30703088534' }])
})

test('a wrong tax id is refused with the name of its field, and the receipt stays', async () => {
  const { token } = await createPaidOrder(shop)
  await saveBuyer(token, BUYER)

  const answer = await saveBuyer(token, { ...BUYER, taxId: '20-12345678-7' })

  expect(answer).toMatchObject({ status: 400, code: 'INVALID_DATA', issues: [{ path: 'taxId' }] })
  expect((await readReceipt(token)).buyer).toEqual(BUYER)
})

test('thirty days after the payment the name and tax id can no longer be changed', async () => {
  const { token } = await createPaidOrder(shop)
  await shop.db.update(orders).set({ approvedAt: new Date(Date.now() - 30 * DAY_MS + 60_000) })
  expect((await saveBuyer(token, BUYER)).status).toBe(200)
  expect((await readReceipt(token)).correctableUntil).not.toBeNull()

  await shop.db.update(orders).set({ approvedAt: daysAgo(30) })

  expect(await saveBuyer(token, COMPANY)).toMatchObject({
    status: 409,
    code: 'PAYMENT_STATUS_ALREADY_CHANGED',
  })
  const receipt = await readReceipt(token)
  expect([receipt.buyer, receipt.correctableUntil]).toEqual([BUYER, null])
})

test('a receipt keeps the tax data that its seller had when it was issued', async () => {
  const { seller, product, token } = await createPaidOrder(shop)
  expectOk(await seller.call(saveTaxData, { body: COMPANY }))
  const second = await shop.order(shop.visitor(), [{ id: product.id }], 'otra@mail.test')
  await shop.provider.pay({ preferenceId: second.preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(second.token, 'approved')
  expectOk(await seller.call(saveTaxData, { body: BUYER }))

  expect((await readReceipt(token)).seller.taxData).toBeNull()
  expect((await readReceipt(second.token)).seller.taxData).toEqual(COMPANY)
  expect(expectOk(await seller.call(getTaxData, {})).taxData).toEqual(BUYER)
  await seller.call(deleteTaxData, {})
  expect(expectOk(await seller.call(getTaxData, {})).taxData).toBeNull()
})

test('the tax data of a closed account are deleted, and its receipts stay', async () => {
  const { seller, token } = await createPaidOrder(shop)
  expectOk(await seller.call(saveTaxData, { body: COMPANY }))
  expectOk(await seller.call(deleteAccount, { body: { password: PASSWORD } }))

  expect(await shop.db.select().from(sellerTaxData)).toEqual([])
  expect((await readReceipt(token)).number).toBe(1)
})

test('a refund is shown on the receipt', async () => {
  const { seller, orderId, token } = await createPaidOrder(shop)
  expectOk(await seller.call(refundSale, { params: { orderId }, body: {} }))
  await shop.waitForOrderState(token, 'refunded')

  expect(await readReceipt(token)).toMatchObject({ totalMinor: 890_000, refundedMinor: 890_000 })
})

test.each([
  [
    'es',
    'Recibo N.º 1',
    'Comprobante de compra: no es una factura',
    'CUIT o CUIL (Argentina): 20-12345678-6',
  ],
  [
    'en',
    'Receipt No. 1',
    'Payment receipt: this isn’t an invoice',
    'CUIT or CUIL (Argentina): 20-12345678-6',
  ],
])('the PDF file of a receipt in the language %s', async (language, ...texts) => {
  const { orderId, token, seller, product } = await createPaidOrder(shop)
  await saveBuyer(token, BUYER)

  const text = await readPdf(`/api/public/order/${token}/receipt.pdf`, language)

  for (const part of [...texts, 'Ana Pérez', product.name, '8.900']) expect(text).toContain(part)
  const { number } = await shop.readOrder(token)
  expect(text).toContain(number)
  const own = await seller.request(`/api/sales/${orderId}/receipt.pdf`)
  expect([own.status, own.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining(`-${number}.pdf`),
  ])
})
