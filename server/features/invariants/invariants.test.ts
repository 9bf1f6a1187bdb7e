import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { desc, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS, daysAgo } from '#contract/core/time.ts'
import { checkInvariants as checkInvariantsNow, getInvariants } from '#contract/invariants.ts'
import { invariantChecks, jobs } from '#server/db/schema/index.ts'
import { purgeAbandonedAddresses } from '#server/features/orders/purge-addresses.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { ROOT, SERVER_ARGS } from '../../../scripts/processes.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { readChangedOrders } from './changed-orders.ts'
import { checkInvariants } from './check.ts'
import { enqueueCheck } from './jobs.ts'

const shop = useTestApp()

const check = () =>
  checkInvariants({
    database: shop.database,
    storage: openStoredObjects(join(shop.folder, 'storage')),
  })

async function createPaidOrder() {
  const order = await createUnpaidOrder(shop)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  return { ...order, paymentId }
}

describe('the invariants hold', () => {
  test('the invariants hold on an empty marketplace', async () => {
    expect(await check()).toEqual([])
  })

  test('the invariants hold for orders in every state', async () => {
    const { provider } = shop
    const refunded = await createPaidOrder()
    await provider.changePayment(refunded.paymentId, 'refund')
    const partlyRefunded = await createPaidOrder()
    await provider.changePayment(partlyRefunded.paymentId, 'partial_refund')
    const chargedBack = await createPaidOrder()
    await provider.changePayment(chargedBack.paymentId, 'chargeback')
    const won = await createPaidOrder()
    await provider.changePayment(won.paymentId, 'partial_refund')
    await provider.changePayment(won.paymentId, 'chargeback')
    await shop.waitForOrderState(won.token, 'charged_back')
    await provider.changePayment(won.paymentId, 'reimburse', { as: 'charged_back' })
    const inMediation = await createPaidOrder()
    await provider.changePayment(inMediation.paymentId, 'mediation')
    await provider.changePayment(inMediation.paymentId, 'partial_refund')
    const rejected = await createUnpaidOrder(shop)
    await provider.pay({ preferenceId: rejected.preferenceId, outcome: 'rejected' })
    const pending = await createUnpaidOrder(shop)
    await provider.pay({ preferenceId: pending.preferenceId, outcome: 'pending_cash' })
    await createUnpaidOrder(shop)
    const inParts = await createUnpaidOrder(shop)
    const part = { preferenceId: inParts.preferenceId, outcome: 'approved', asPart: true } as const
    await provider.pay({ ...part, amount: 5000 })
    const lastPart = await provider.pay({ ...part, amount: 3900 })
    await shop.waitForOrderState(inParts.token, 'approved')
    await provider.changePayment(lastPart, 'refund')

    await shop.waitForOrderState(refunded.token, 'refunded')
    await shop.waitForOrderState(chargedBack.token, 'charged_back')
    await shop.waitForOrderState(won.token, 'approved')
    await shop.waitForOrderState(rejected.token, 'rejected')
    await shop.waitForOrderState(pending.token, 'pending')
    await shop.waitForJobs()

    expect(await check()).toEqual([])
  })

  test('the invariants hold while a payment waits for a named reason', async () => {
    const mismatched = await createUnpaidOrder(shop)
    await shop.provider.pay({
      preferenceId: mismatched.preferenceId,
      outcome: 'approved',
      amount: 9000,
    })
    await shop.waitForOrderState(mismatched.token, 'review')
    const paidTwice = await createPaidOrder()
    await shop.provider.addFault({ path: '/v1/payments/', method: 'POST', status: 400, times: 1 })
    await shop.provider.pay({ preferenceId: paidTwice.preferenceId, outcome: 'approved' })
    await shop.waitForJobs()

    expect(await check()).toEqual([])
  })
})

test('a rule with many violations names 20 of them and counts all', async () => {
  await shop.db.insert(jobs).values(
    Array.from({ length: 45 }, () => ({
      kind: 'remove_file',
      payload: {},
      state: 'dead' as const,
      maxAttempts: 1,
    })),
  )

  const [finding] = await check()

  expect(finding).toMatchObject({ name: 'job_dead', count: 45 })
  expect(finding!.ids).toHaveLength(20)
})

describe('npm run invariants', () => {
  /** Runs the command on the database and the storage of the test app. */
  function runCommand(): Promise<{ status: number; output: string }> {
    return new Promise(resolve => {
      execFile(
        process.execPath,
        [...SERVER_ARGS, 'invariants'],
        {
          cwd: ROOT,
          env: {
            APP_ENV: 'test',
            DATA_DIR: shop.folder,
            DATABASE_URL: (shop.database.pool.options as { connectionString: string })
              .connectionString,
          },
        },
        (error, stdout, stderr) =>
          resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
      )
    })
  }

  test('npm run invariants ends with status 0 if all invariants hold, and writes nothing', async () => {
    await createPaidOrder()
    await shop.app.worker.stop()
    const before = await shop.dumpDatabase()

    const { status, output } = await runCommand()

    expect(output).toContain('All invariants hold.')
    expect(status).toBe(0)
    expect(await shop.dumpDatabase()).toBe(before)
  })

  test('npm run invariants ends with status 1 and names the rule, the order and what to do', async () => {
    const { orderId } = await createPaidOrder()
    await shop.db.execute(sql`delete from download_grants`)

    const { status, output } = await runCommand()

    expect(status).toBe(1)
    expect(output).toContain('paid_without_grant: 1')
    expect(output).toContain(`Paid orders without a download: ${orderId}`)
    expect(output).toContain('Check with MercadoPago')
  })
})

describe('the check of the admin area', () => {
  test('the check of the invariants in the admin area runs when an admin asks for it, and shows its time and its findings', async () => {
    const { orderId } = await createPaidOrder()
    await shop.db.execute(sql`delete from download_grants`)
    const admin = await createAdmin(shop)
    expect(expectOk(await admin.call(getInvariants, {}))).toEqual({
      lastCheck: null,
      lastCompleteAt: null,
      closedBySellers: { count: 0, orderNumbers: [] },
      closedByScanner: { count: 0, orderNumbers: [] },
    })

    expect(await admin.call(checkInvariantsNow, {})).toMatchObject({ status: 202 })
    await shop.waitForJobs()

    const { lastCheck, lastCompleteAt } = expectOk(await admin.call(getInvariants, {}))
    expect(lastCheck).toMatchObject({
      isComplete: true,
      findings: [{ name: 'paid_without_grant', count: 1, ids: [orderId] }],
    })
    expect(Date.now() - Date.parse(lastCheck!.at)).toBeLessThan(60_000)
    expect(lastCompleteAt).toBe(lastCheck!.at)
  })

  test('the check of the invariants in the admin area is planned once a day, for the first time a day after the start', async () => {
    const hoursUntilCheck = async () =>
      (
        await shop.db.execute(
          sql`select round(extract(epoch from next_at - now()) / 3600)::int as hours from schedules
            where name = 'check_invariants'`,
        )
      ).rows

    await expect.poll(hoursUntilCheck).toEqual([{ hours: 24 }])
  })
})

/** Creates a paid order of three days ago, of which a grant is missing. */
async function createOldFault() {
  const order = await createPaidOrder()
  await shop.db.execute(sql`delete from download_grants`)
  await shop.db.execute(sql`update order_events set at = at - interval '3 days'`)
  // Entries of the ledger are never changed otherwise.
  await shop.db.execute(sql`alter table ledger_entries disable trigger user`)
  await shop.db.execute(sql`update ledger_entries set created_at = created_at - interval '3 days'`)
  await shop.db.execute(sql`alter table ledger_entries enable trigger user`)
  return order
}

const saveCleanCheck = (days: number) =>
  shop.db.insert(invariantChecks).values({ at: daysAgo(days), durationMs: 1, findings: [] })

/** Runs the daily check and returns its stored result. */
async function runDailyCheck() {
  await enqueueCheck(shop.db)
  await shop.waitForJobs()
  const [check] = await shop.db
    .select()
    .from(invariantChecks)
    .orderBy(desc(invariantChecks.id))
    .limit(1)
  return check!
}

const LOST_GRANT = { name: 'paid_without_grant' as const, count: 1 }

describe('the daily check', () => {
  test('the daily check of the invariants does not read the orders that have not changed since the last check', async () => {
    await createOldFault()
    await saveCleanCheck(1)

    expect(await runDailyCheck()).toMatchObject({ isComplete: false, findings: [] })
  })

  test.each([
    ['an event', sql`insert into order_events (order_id, kind) select id, 'resent' from orders`],
    [
      'an entry in the ledger',
      sql`insert into ledger_entries (payment_id, number, kind, from_account, to_account, amount_minor, currency,
        occurred_at, seller_id, counts_at)
        select p.id, 99, 'provider_fee', 'seller', 'provider', 1, p.currency, now(), o.seller_id, now()
        from payments p join orders o on o.id = p.order_id`,
    ],
  ])(
    'the daily check of the invariants finds what is wrong with an old order after %s',
    async (_, change) => {
      await createOldFault()
      await saveCleanCheck(1)
      await shop.db.execute(change)

      const { isComplete, findings } = await runDailyCheck()

      expect(isComplete).toBe(false)
      expect(findings).toContainEqual(expect.objectContaining(LOST_GRANT))
    },
  )

  test('the daily check of the invariants finds what is wrong with an old free order whose files nobody took', async () => {
    await createPaidOrder()
    await shop.db.execute(sql`
      with made as (
        insert into orders (id, seller_id, collector_id, payer_email, language, state, currency, total_minor, fee_minor,
          provider_key, expires_at, created_at, approved_at)
        select gen_random_uuid(), seller_id, '', payer_email, language, 'approved', currency, 0, 0, gen_random_uuid(),
          now(), now() - interval '31 days', now() - interval '31 days' from orders
        returning *)
      insert into order_items (order_id, product_id, edition_id, seller_id, sold_at, currency, name, price_minor,
        fee_percent, fee_minor, seller_share_minor)
      select made.id, i.product_id, i.edition_id, i.seller_id, made.approved_at, i.currency, i.name, 0, 0, 0, 0
      from made, order_items i`)
    await purgeAbandonedAddresses(shop.db)
    await saveCleanCheck(1)
    await shop.db.execute(sql`
      insert into download_grants (order_item_id, expires_at)
      select id, now() from order_items where price_minor = 0`)

    expect(await runDailyCheck()).toMatchObject({
      isComplete: false,
      findings: [{ name: 'grant_without_payment', count: 1 }],
    })
  })

  test('the daily check of the invariants reads all orders a week after the last complete check', async () => {
    await createOldFault()
    await saveCleanCheck(7)
    await shop.db.insert(invariantChecks).values({ durationMs: 1, findings: [], isComplete: false })

    expect(await runDailyCheck()).toMatchObject({ isComplete: true, findings: [LOST_GRANT] })
  })

  test('the daily check of the invariants reads all orders until what it has found is healed', async () => {
    await createOldFault()
    expect(await runDailyCheck()).toMatchObject({ isComplete: true, findings: [LOST_GRANT] })
    expect(await runDailyCheck()).toMatchObject({ isComplete: true, findings: [LOST_GRANT] })

    await shop.db.execute(sql`update orders set held_at = now()`)

    expect(await runDailyCheck()).toMatchObject({ isComplete: true, findings: [] })
    expect(await runDailyCheck()).toMatchObject({ isComplete: false, findings: [] })
  })

  test('the daily check of the invariants does not hide what a complete check has found meanwhile', async () => {
    await createOldFault()
    await saveCleanCheck(1)
    const admin = await createAdmin(shop)
    const { client, close } = await shop.database.connectAlone()
    await client.query('begin; lock table seller_storage_usage in access exclusive mode')
    await enqueueCheck(shop.db)
    await expect
      .poll(
        async () =>
          (
            await client.query(
              `select 1 from pg_locks where relation = 'seller_storage_usage'::regclass and not granted`,
            )
          ).rowCount,
      )
      .toBe(1)

    await shop.db
      .insert(invariantChecks)
      .values({ durationMs: 1, findings: [{ ...LOST_GRANT, ids: [] }] })
    await client.query('commit')
    await close()
    await shop.waitForJobs()

    const { lastCheck } = expectOk(await admin.call(getInvariants, {}))
    expect(lastCheck).toMatchObject({ isComplete: true, findings: [LOST_GRANT] })
  })

  test('the daily check of the invariants names the last complete check for admins', async () => {
    await saveCleanCheck(2)
    const admin = await createAdmin(shop)

    await runDailyCheck()

    const { lastCheck, lastCompleteAt } = expectOk(await admin.call(getInvariants, {}))
    expect(lastCheck).toMatchObject({ isComplete: false })
    expect(Date.now() - Date.parse(lastCompleteAt!)).toBeGreaterThan(DAY_MS)
  })

  test('the daily check of the invariants runs beside a complete check that an admin has requested', async () => {
    await saveCleanCheck(1)
    const admin = await createAdmin(shop)
    await shop.app.worker.stop()
    await enqueueCheck(shop.db)

    expectOk(await admin.call(checkInvariantsNow, {}))

    const { rows } = await shop.db.execute(
      sql`select payload from jobs where kind = 'check_invariants' order by id`,
    )
    expect(rows).toEqual([{ payload: {} }, { payload: { isComplete: true } }])
  })
})

test('the changed orders are read in batches', async () => {
  const orders = [await createUnpaidOrder(shop), await createPaidOrder(), await createPaidOrder()]
  const { client, close } = await shop.database.connectAlone()
  await client.query('begin')

  const batches: string[][] = []
  for await (const batch of readChangedOrders(client, daysAgo(1), 2)) batches.push(batch)

  await close()
  expect(batches.map(batch => batch.length)).toEqual([2, 1])
  expect(batches.flat().sort()).toEqual(orders.map(({ orderId }) => orderId).sort())
})
