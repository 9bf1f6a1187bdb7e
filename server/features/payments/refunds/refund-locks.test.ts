import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
let older: { id: number }
let newer: { id: number }
beforeEach(async () => {
  seller = await shop.seller()
  older = await shop.publish(seller, { name: 'Recetario' })
  newer = await shop.publish(seller, { name: 'Vidala' })
})

/** Orders products in the given sequence and pays them. */
async function pay(ids: number[]) {
  const order = await shop.order(
    shop.visitor(),
    ids.map(id => ({ id })),
  )
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  return { ...order, paymentId }
}

/** Waits until a number of statements wait for a lock of something else than an order. */
const waitForBlocked = (count: number) =>
  expect
    .poll(async () => {
      const queries = await listWaitingQueries(shop.database)
      return queries.filter(query => !query.includes('from "orders"')).length
    })
    .toBe(count)

/** What gives the money of a paid order back, or returns it. */
const CHANGES = ['refund', 'chargeback'] as const

test.each(CHANGES)(
  'a %s of products waits for the one that purchases lock first, and has locked no other meanwhile',
  async change => {
    const { token, paymentId } = await pay([newer.id, older.id])
    const buyBoth = () =>
      shop.visitor().call(createPreference, {
        body: {
          products: [{ id: older.id }, { id: newer.id }],
          payerEmail: 'beto@mail.test',
        },
      })

    const started = await runTransaction(shop.db, async tx => {
      await tx.execute(sql`select id from products where id = ${older.id} for update`)
      const purchase = buyBoth()
      await waitForBlocked(1)
      await shop.provider.changePayment(paymentId, change)
      await waitForBlocked(2)
      const { rows } = await tx.execute(
        sql`select id from products where id = ${newer.id} for share skip locked`,
      )
      expect(rows).toEqual([{ id: newer.id }])
      return { purchase }
    })

    expect(await started.purchase).toMatchObject({ ok: true })
    await shop.waitForOrderState(token, change === 'refund' ? 'refunded' : 'charged_back')
  },
)
