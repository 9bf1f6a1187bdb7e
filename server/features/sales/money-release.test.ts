import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { exportSales, listSales } from '#contract/sales/lines.ts'
import { getSale } from '#contract/sales/order.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { payments } from '#server/db/schema/index.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

/** Reads when the money of a sale is released, as the list, the sale and the export show it. */
async function readReleases({
  seller,
  orderId,
}: Pick<Awaited<ReturnType<typeof createPaidOrder>>, 'seller' | 'orderId'>) {
  const [line] = expectOk(await seller.call(listSales, { query: {} })).sales
  const sale = expectOk(await seller.call(getSale, { params: { orderId } }))
  const csv = await (await seller.request(`/api${exportSales.path}`)).text()
  const [csvHeader, csvLine] = csv.split('\r\n')
  return {
    list: line!.moneyReleaseAt,
    sale: sale.moneyReleaseAt,
    csv: csvLine!.split(',')[
      csvHeader!.split(',').indexOf(m.csv_money_release({}, { locale: 'es' }))
    ],
  }
}

test('the list, the sale and the export show when MercadoPago releases the money', async () => {
  const order = await createPaidOrder(shop)

  const { list, sale, csv } = await readReleases(order)

  const inTwoWeeks = Date.now() + 14 * DAY_MS
  expect(Math.abs(Date.parse(list!) - inTwoWeeks)).toBeLessThan(60_000)
  expect(sale).toBe(list)
  expect(csv).toBe(toLocalDay(new Date(list!)))
})

test('a date that MercadoPago has not reported is unknown', async () => {
  const order = await createPaidOrder(shop)
  await shop.waitForJobs()
  await shop.db
    .update(payments)
    .set({ moneyReleaseAt: null })
    .where(eq(payments.id, order.paymentId))

  expect(await readReleases(order)).toEqual({ list: null, sale: null, csv: '' })
})

test.each([
  ['mediation', 'in_mediation'],
  ['refund', 'refunded'],
  ['chargeback', 'charged_back'],
] as const)('no date of release is promised after a %s', async (action, status) => {
  const order = await createPaidOrder(shop)

  await shop.provider.changePayment(order.paymentId, action)
  await expect
    .poll(async () => (await shop.db.select().from(payments)).map(payment => payment.status))
    .toEqual([status])

  expect(await readReleases(order)).toEqual({ list: null, sale: null, csv: '' })
})
