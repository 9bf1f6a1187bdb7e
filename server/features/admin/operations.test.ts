import { beforeEach, describe, expect, test } from 'vitest'
import {
  getAdminOverview,
  listAuditLog,
  listDeadJobs,
  retryAllJobs,
  retryJob,
} from '#contract/admin/operations.ts'
import { recheckOrder, getOrderInReview } from '#contract/admin/orders.ts'
import { register } from '#contract/accounts/registration.ts'
import { listAdmins, setAdminRole } from './command-line/roles.ts'
import { jobs } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { PASSWORD, type TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop, 'admin@kiosko.test')
})

const loggedActions = async () =>
  expectOk(await admin.call(listAuditLog, { query: {} })).entries.map(({ action }) => action)

describe('dead jobs', () => {
  async function insertDeadJobs(count: number): Promise<void> {
    await shop.app.worker.stop()
    for (let index = 0; index < count; index += 1)
      await shop.db.insert(jobs).values({
        kind: 'remove_file',
        payload: { storageKey: `1/nothing-${index}` },
        state: 'dead',
        maxAttempts: 1,
        attempts: 1,
        lastError: 'Error: no disk',
        finishedAt: new Date(),
      })
    shop.app.worker.start()
  }

  test('a dead job is listed without its payload and runs when it is retried', async () => {
    await insertDeadJobs(1)
    const { jobs: deadJobs } = expectOk(await admin.call(listDeadJobs, { query: {} }))
    expect(deadJobs).toMatchObject([{ kind: 'remove_file', lastError: 'Error: no disk' }])
    expect(JSON.stringify(deadJobs)).not.toContain('storageKey')

    const retry = () => admin.call(retryJob, { params: { id: deadJobs[0]!.id } })
    expect(await retry()).toMatchObject({ status: 204 })
    await shop.waitForJobs()
    expect(expectOk(await admin.call(listDeadJobs, { query: {} })).jobs).toEqual([])
    expect(await retry()).toMatchObject({ status: 404 })
  })

  test('all dead jobs can be retried at once', async () => {
    await insertDeadJobs(3)
    expect(expectOk(await admin.call(getAdminOverview, {})).deadJobs).toBe(3)
    expect(expectOk(await admin.call(retryAllJobs, {}))).toEqual({ retried: 3 })
    await shop.waitForJobs()
    expect(expectOk(await admin.call(getAdminOverview, {})).deadJobs).toBe(0)
    expect((await loggedActions())[0]).toBe('retry_all_jobs')
  })
})

test('rechecking an order finds a payment whose webhook was lost', async () => {
  const seller = await shop.seller()
  const product = await shop.publish(seller)
  const { orderId, preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }])
  await shop.provider.setWebhookSettings({ drop: true })
  await shop.provider.pay({ preferenceId, outcome: 'approved' })

  expect(await admin.call(recheckOrder, { params: { orderId } })).toMatchObject({ status: 202 })

  await expect
    .poll(async () => expectOk(await admin.call(getOrderInReview, { params: { orderId } })).state)
    .toBe('approved')
})

test('an account whose email was never verified cannot become an admin', async () => {
  const email = 'stranger@mail.test'
  const body = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  expectOk(await shop.visitor().call(register, { body }))

  expect(await setAdminRole(shop.db, email, true)).toBe('unverified_email')

  expect(await listAdmins(shop.db)).toEqual(['admin@kiosko.test'])
})

test('granting and revoking the admin role is logged, and admins can be listed', async () => {
  const ana = await shop.creator('ana@mail.test')
  expect(await setAdminRole(shop.db, ' ANA@mail.test ', true)).toBe('done')
  expect(await setAdminRole(shop.db, 'nobody@mail.test', true)).toBe('unknown_email')
  expect(await listAdmins(shop.db)).toEqual(['admin@kiosko.test', 'ana@mail.test'])
  await setAdminRole(shop.db, ana.email, false)
  expect(await listAdmins(shop.db)).toEqual(['admin@kiosko.test'])
  const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'revoke_admin', admin: null },
    { action: 'grant_admin', admin: null },
  ])
})
