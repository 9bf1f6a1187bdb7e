import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listNotifications } from '#contract/notifications.ts'
import { exportSales, listSales } from '#contract/sales/lines.ts'
import { getSale } from '#contract/sales/order.ts'
import { parseOrderNumber } from '#contract/orders/order-number.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

test('an order has one number on its page, in its email, and in the seller’s sales, export and notifications', async () => {
  const { seller, orderId, preferenceId, token } = await createUnpaidOrder(shop)
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  const { number } = await shop.waitForOrderState(token, 'approved')

  expect(parseOrderNumber(number)).toBe(number)
  expect((await shop.waitForMail('buyer@mail.test', /^Tu compra: /)).text).toContain(number)
  expect(expectOk(await seller.call(getSale, { params: { orderId } })).number).toBe(number)
  const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
  expect(notifications[0]).toMatchObject({ kind: 'delivered', orderId, number })
  for (const q of [number, number.replace('-', ''), number.toLowerCase()])
    expect(expectOk(await seller.call(listSales, { query: { q } })).sales, q).toMatchObject([
      { orderId, number },
    ])
  expect(expectOk(await seller.call(listSales, { query: { q: '2222-2222' } })).sales).toEqual([])
  const csv = await seller.request(`/api${exportSales.path}`)
  expect(await csv.text()).toContain(`,${number},`)
})

test('order numbers have eight characters of the alphabet', async () => {
  const { rows } = await shop.db.execute<{ number: string }>(
    sql`select new_order_number() as number from generate_series(1, 2000)`,
  )
  const numbers = rows.map(({ number }) => number)
  expect(numbers.filter(number => parseOrderNumber(number) !== number)).toEqual([])
  expect(new Set(numbers).size).toBe(2000)
  expect(new Set(numbers.join('').replaceAll('-', '')).size).toBe(30)
})

test('a new order’s number is looked up by index, also if PostgreSQL analyzed the table while it was empty', async () => {
  await shop.seller()
  const scans = await runTransaction(shop.db, async tx => {
    // The counter also has the scans of earlier transactions of the connection that were not reported yet.
    const countScans = async () => {
      const { rows } = await tx.execute<{ count: number }>(
        sql`select seq_scan::int as count from pg_stat_xact_user_tables where relname = 'orders'`,
      )
      return rows[0]!.count
    }
    await tx.execute(sql`analyze orders`)
    const before = await countScans()
    await tx.execute(sql`
      insert into orders (id, seller_id, collector_id, payer_email, language, state, currency, total_minor, fee_minor,
        provider_key, expires_at)
      select gen_random_uuid(), users.id, '1', 'buyer@mail.test', 'es', 'expired', 'ARS', 1, 1, gen_random_uuid(), now()
      from users, generate_series(1, 500)`)
    return (await countScans()) - before
  })

  expect(scans).toBe(0)
})
