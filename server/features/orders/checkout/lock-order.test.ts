import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deleteAccount, getUser } from '#contract/accounts/user.ts'
import { suspendUser } from '#contract/admin/users.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { webhookEvents } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { PASSWORD } from '#tools/api-client/creator.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let admin: ApiClient & { email: string }
beforeEach(async () => {
  admin = await createAdmin(shop, 'admin@house.test')
})

/** Waits until a statement that starts with the given words waits for a lock. */
const waitForBlocked = (statement: string) =>
  expect
    .poll(async () => {
      const queries = await listWaitingQueries(shop.database)
      return queries.map(query => query.slice(0, statement.length))
    })
    .toContain(statement)

/**
 * Starts `first`, which is stopped at its insert into a table while it holds the locks of its products, then starts
 * `second`, whose given statement waits for these products, and lets both go on.
 */
async function runBothAtOnce<T>(
  table: 'orders' | 'notifications',
  first: () => Promise<T>,
  second: { run: () => Promise<{ ok: boolean }>; statement: string },
): Promise<[T, { ok: boolean }]> {
  const started = await runTransaction(shop.db, async tx => {
    await tx.execute(sql`lock table ${sql.identifier(table)} in share mode`)
    const firstResult = first()
    await waitForBlocked(`insert into "${table}"`)
    const secondResult = second.run()
    await waitForBlocked(second.statement)
    return { firstResult, secondResult }
  })
  return Promise.all([started.firstResult, started.secondResult])
}

const suspend = async (seller: ApiClient) => {
  const user = await seller.call(getUser, {})
  const params = { id: user.ok ? user.body.id : 0 }
  return {
    run: () => admin.call(suspendUser, { params, body: { reason: 'Fraude' } }),
    statement: 'select "id", "is_pack"',
  }
}
const close = (seller: ApiClient) => ({
  run: () => seller.call(deleteAccount, { body: { password: PASSWORD } }),
  statement: 'select "id", "publication_number"',
})

test.each(['suspended', 'closed'])(
  'a purchase and its seller’s account that is %s at the same time do not block each other for ever',
  async change => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const body = { products: [{ id: product.id }], payerEmail: 'ana@mail.test' }
    const changeAccount = change === 'suspended' ? await suspend(seller) : close(seller)

    const [purchase, changed] = await runBothAtOnce(
      'orders',
      () => shop.visitor().call(createPreference, { body }),
      changeAccount,
    )

    // The payment page is opened after the order is committed, and refused if the account was changed before.
    expect(purchase.ok || purchase.code === 'ERROR_PRODUCT_NOT_FOUND').toBe(true)
    expect(changed.ok).toBe(true)
  },
)

test('a delivery and the suspension of its seller at the same time do not block each other for ever', async () => {
  const { seller, preferenceId, token } = await createUnpaidOrder(shop)
  const changeAccount = await suspend(seller)

  const [, changed] = await runBothAtOnce(
    'notifications',
    () => shop.provider.pay({ preferenceId, outcome: 'approved' }),
    changeAccount,
  )

  expect(changed.ok).toBe(true)
  await shop.waitForOrderState(token, 'approved')
  await expect.poll(() => shop.db.$count(webhookEvents)).toBeGreaterThan(0)
  await shop.waitForJobs()
  const { rows } = await shop.db.execute<{ attempts: number }>(
    sql`select attempts from jobs where kind = 'process_webhook_event'`,
  )
  expect(rows.map(({ attempts }) => attempts)).toEqual(rows.map(() => 1))
})
