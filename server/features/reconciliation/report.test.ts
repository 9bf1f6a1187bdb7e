import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/core/time.ts'
import { type PaymentDifferenceKind, listReconciliations } from '#contract/reconciliation.ts'
import { paymentAccounts, payments } from '#server/db/schema/index.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { reconcileAccountJob } from './reconcile-account.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop)
})

/** Reconciles every payment account, as the daily schedule does, and returns the newest report. */
async function reconcile() {
  for (const { id } of await shop.db.select().from(paymentAccounts))
    await enqueue(shop.db, reconcileAccountJob, { accountId: id })
  await shop.waitForJobs()
  return expectOk(await admin.call(listReconciliations, { query: {} })).reports[0]!
}

test('a report lists the provider’s payments beside ours, without differences once every webhook event has arrived', async () => {
  await createPaidOrder(shop)

  const report = await reconcile()

  expect(report).toMatchObject({
    currency: 'ARS',
    provider: { count: 1, keptMinor: 890_000 },
    ours: { count: 1, keptMinor: 890_000 },
    differences: [],
  })
})

test('a refund whose webhook event was lost is named once, and corrected', async () => {
  const { paymentId } = await createPaidOrder(shop)
  await shop.provider.setWebhookSettings({ drop: true })
  await shop.provider.changePayment(paymentId, 'refund')

  const report = await reconcile()

  expect(report.differences).toEqual([
    { paymentId, kind: 'refund' },
    { paymentId, kind: 'fee' },
    { paymentId, kind: 'status' },
  ])
  expect(report).toMatchObject({ provider: { keptMinor: 0 }, ours: { keptMinor: 0 } })
  expect((await reconcile()).differences).toEqual([])
})

test.each<[PaymentDifferenceKind, string]>([
  ['amount', 'amount_minor = 1'],
  ['refund', 'refunded_minor = 1'],
  ['fee', 'provider_fee_minor = 1'],
  ['fee', 'application_fee_minor = 1'],
  ['status', "status = 'in_mediation'"],
])('another %s is named (%s)', async (kind, change) => {
  const { paymentId } = await createPaidOrder(shop)
  await shop.db.execute(sql.raw(`update payments set ${change}`))

  expect((await reconcile()).differences).toEqual([{ paymentId, kind }])
})

test('a payment that only the provider has is missing, and one that only we have is extra', async () => {
  const { paymentId } = await createPaidOrder(shop)
  await shop.db.execute(sql`truncate ledger_entries`)
  await shop.db
    .update(payments)
    .set({ id: '123', providerUpdatedAt: new Date(Date.now() - 2 * HOUR_MS) })
    .where(eq(payments.id, paymentId))

  const report = await reconcile()

  expect(report.differences).toEqual([
    { paymentId, kind: 'missing' },
    { paymentId: '123', kind: 'extra' },
  ])
  expect(report).toMatchObject({ provider: { count: 1 }, ours: { count: 2 } })
})

test('an account in which nothing has changed has no report', async () => {
  await shop.seller()
  for (const { id } of await shop.db.select().from(paymentAccounts))
    await enqueue(shop.db, reconcileAccountJob, { accountId: id })
  await shop.waitForJobs()

  expect(expectOk(await admin.call(listReconciliations, { query: {} })).reports).toEqual([])
})
