import { expect, test } from 'vitest'
import { resendSale } from '#contract/sales/order.ts'
import { orders } from '#server/db/schema/index.ts'
import { LEGAL_VERSIONS } from '#server/features/legal/texts.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { readPdfText } from '#tools/pdf-text.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

type Seller = Awaited<ReturnType<TestApp['seller']>>

/** Requests the evidence about an order in a language. */
function open(seller: Seller, orderId: string, language: string) {
  seller.cookies.set('lang', language)
  return seller.request(`/api/sales/${orderId}/dispute.pdf`)
}

/** Reads the text of a PDF file with single blanks between words. */
async function readPdf(reply: Response): Promise<string> {
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  return readPdfText(new Uint8Array(await reply.arrayBuffer()))
}

test.each([
  ['es', 'Pruebas del pedido', 'Contracargo', 'Un email aceptado puede rebotar más tarde'],
  ['en', 'Evidence for order', 'Charged back', 'An accepted email can bounce later'],
])('the evidence in %s has order, payment, history, emails and downloads', async (...row) => {
  const [language, title, dispute, delivery] = row
  const { seller, orderId, token, paymentId, product } = await createPaidOrder(shop)
  const order = await shop.readOrder(token)
  const download = await fetch(order.items[0]!.downloadUrl!, {
    headers: { 'user-agent': 'Firefox of the buyer' },
  })
  await download.arrayBuffer()
  await shop.provider.changePayment(paymentId, 'chargeback')
  await shop.waitForOrderState(token, 'charged_back')

  const text = await readPdf(await open(seller, orderId, language))

  for (const shown of [
    `${title} ${order.number}`,
    product.name,
    'b•••@mail.test',
    paymentId,
    dispute,
    delivery,
    'Firefox of the buyer',
    '/legal/terms',
    LEGAL_VERSIONS.terms,
  ])
    expect(text).toContain(shown)
  expect(text).not.toContain('charged_back')
  expect(text).not.toContain('buyer@mail.test')
})

test('the evidence names the address that each email went to, and what the mail server answered', async () => {
  const { seller, orderId, token, ...order } = await createUnpaidOrder(shop)
  await shop.setMailFault('unknown')
  await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  await shop.waitForJobs()
  await shop.setMailFault('none')
  await shop.db.update(orders).set({ payerEmail: 'right@other.test' })
  expectOk(await seller.call(resendSale, { params: { orderId } }))
  await shop.waitForMail('right@other.test')
  await shop.waitForJobs()

  const text = await readPdf(await open(seller, orderId, 'en'))

  expect(text).toMatch(
    / · b•••@mail\.test · \S.* Refused: 550 5\.1\.1 .* · r•••@other\.test · .* Accepted: 250 /,
  )
})

test('the evidence names the terms of the order and, for an order that was rebuilt, no version', async () => {
  const { seller, orderId } = await createPaidOrder(shop)
  await shop.db.update(orders).set({ termsVersion: '2020-02-02' })
  const withVersion = await readPdf(await open(seller, orderId, 'en'))
  await shop.db.update(orders).set({ termsVersion: null })

  const withoutVersion = await readPdf(await open(seller, orderId, 'en'))

  expect(withVersion).toContain('Version of the terms when the order was made: 2020-02-02')
  expect(withoutVersion).not.toContain('Version of the terms')
})

test('a stranger gets no evidence, and an unpaid order has none', async () => {
  const { orderId } = await createPaidOrder(shop)
  const unpaid = await createUnpaidOrder(shop)

  expect((await open(await shop.seller(), orderId, 'es')).status).toBe(404)
  expect((await open(unpaid.seller, unpaid.orderId, 'es')).status).toBe(404)
})
