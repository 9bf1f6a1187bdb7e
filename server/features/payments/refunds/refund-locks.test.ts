import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import { setPackParts } from '#contract/prices/packs.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
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

test.each(['delivery', 'refund'])(
  'a %s of a pack waits for a part that is newer than the pack, and has not locked the pack meanwhile',
  async change => {
    const pack = await publishPack(seller, [older.id, newer.id], { price: 1500 })
    const newest = await shop.publish(seller, { name: 'Cueca' })
    expectOk(
      await seller.call(setPackParts, {
        params: { id: String(pack.id) },
        body: { parts: [older.id, newest.id] },
      }),
    )
    const { token, preferenceId } = await shop.order(shop.visitor(), [{ id: pack.id }])
    const pay = () => shop.provider.pay({ preferenceId, outcome: 'approved' })
    const paymentId = change === 'refund' ? await pay() : undefined
    if (paymentId !== undefined) {
      await shop.waitForOrderState(token, 'approved')
      await shop.waitForJobs()
    }

    await runTransaction(shop.db, async tx => {
      await tx.execute(sql`select id from products where id = ${newest.id} for update`)
      await (paymentId === undefined ? pay() : shop.provider.changePayment(paymentId, 'refund'))
      await waitForBlocked(1)
      const { rows } = await tx.execute(
        sql`select id from products where id = ${pack.id} for share skip locked`,
      )
      expect(rows).toEqual([{ id: pack.id }])
    })

    await shop.waitForOrderState(token, paymentId === undefined ? 'approved' : 'refunded')
  },
)
