import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { checkInvariants as checkInvariantsNow, getInvariants } from '#contract/invariants.ts'
import { jobs } from '#server/db/schema/index.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { ROOT, SERVER_ARGS } from '../../../scripts/processes.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { checkInvariants } from './check.ts'

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
  test('on an empty marketplace', async () => {
    expect(await check()).toEqual([])
  })

  test('for orders in every state', async () => {
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

  test('while a payment waits for a named reason', async () => {
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

  test('ends with status 0 if all invariants hold, and writes nothing', async () => {
    await createPaidOrder()
    await shop.app.worker.stop()
    const before = await shop.dumpDatabase()

    const { status, output } = await runCommand()

    expect(output).toContain('All invariants hold.')
    expect(status).toBe(0)
    expect(await shop.dumpDatabase()).toBe(before)
  })

  test('ends with status 1 and names the rule, the order and what to do', async () => {
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
  test('runs when an admin asks for it, and shows its time and its findings', async () => {
    const { orderId } = await createPaidOrder()
    await shop.db.execute(sql`delete from download_grants`)
    const admin = await createAdmin(shop)
    expect(expectOk(await admin.call(getInvariants, {}))).toEqual({
      lastCheck: null,
      closedBySellers: { count: 0, orderNumbers: [] },
      closedByScanner: { count: 0, orderNumbers: [] },
    })

    expect(await admin.call(checkInvariantsNow, {})).toMatchObject({ status: 202 })
    await shop.waitForJobs()

    const { lastCheck } = expectOk(await admin.call(getInvariants, {}))
    expect(lastCheck).toMatchObject({
      findings: [{ name: 'paid_without_grant', count: 1, ids: [orderId] }],
    })
    expect(Date.now() - Date.parse(lastCheck!.at)).toBeLessThan(60_000)
  })

  test('is planned once a day, for the first time a day after the start', async () => {
    const hoursUntilCheck = async () =>
      (
        await shop.db.execute(
          sql`select round(extract(epoch from next_at - now()) / 3600)::int as hours from schedules where name = 'check_invariants'`,
        )
      ).rows

    await expect.poll(hoursUntilCheck).toEqual([{ hours: 24 }])
  })
})
