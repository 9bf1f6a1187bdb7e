import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { login } from '#contract/accounts/sessions.ts'
import { register } from '#contract/accounts/registration.ts'
import {
  getUserDetail,
  listUsers,
  setQuota,
  suspendUser,
  unsuspendUser,
  verifyUser,
} from '#contract/admin/users.ts'
import {
  closeReport,
  listAllProducts,
  listReports,
  restoreProduct,
  takeDownProduct,
} from '#contract/admin/products.ts'
import {
  getOverview,
  listAuditLog,
  listDeadJobs,
  retryAllJobs,
  retryJob,
} from '#contract/admin/operations.ts'
import { recheckOrder, getOrderInReview } from '#contract/admin/orders.ts'
import {
  getPublicProduct,
  getStorageUsage,
  listMyProducts,
  recordProductView,
} from '#contract/catalog/products.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getPublicProfile } from '#contract/profiles.ts'
import { listProductsOfSeller, listPublicProducts } from '#contract/catalog/search.ts'
import { reportProduct } from '#contract/catalog/reports.ts'
import { createPreference } from '#contract/orders.ts'
import { listAdmins, setAdmin } from './roles.ts'
import { jobs, productViews } from '#server/db/schema/index.ts'
import { PASSWORD, expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(async () => {
  await shop.reset()
  admin = await shop.creator('admin@house.test')
  await setAdmin(shop.db, admin.email, true)
})
afterAll(() => shop.close())

const idOf = async (person: { call: typeof admin.call }) =>
  expectOk(await person.call(getUser, {})).id
const audit = async () =>
  expectOk(await admin.call(listAuditLog, { query: {} })).entries.map(({ action }) => action)

describe('people', () => {
  test('are found by the beginning of their email or username, and by what they are', async () => {
    const ana = await shop.creator('ana@mail.test')
    await shop.creator('bruno@mail.test')
    const username = expectOk(
      await admin.call(getUserDetail, { params: { id: await idOf(ana) } }),
    ).username

    const found = async (query: { q?: string; only?: 'admins' | 'suspended' | 'unverified' }) =>
      expectOk(await admin.call(listUsers, { query })).users.map(({ email }) => email)

    expect(await found({ q: 'ANA@' })).toEqual(['ana@mail.test'])
    expect(await found({ q: `@${username}` })).toEqual(['ana@mail.test'])
    expect(await found({ q: 'mail.test' })).toEqual([])
    expect(await found({ only: 'admins' })).toEqual([admin.email])
    expect(await found({ only: 'suspended' })).toEqual([])
    expect(await found({})).toHaveLength(3)
  })

  test('whose mail never came are verified by hand, once', async () => {
    const person = shop.visitor()
    const { id } = expectOk(
      await person.call(register, {
        body: {
          email: 'sin-mail@mail.test',
          password: PASSWORD,
          confirm_password: PASSWORD,
          tyc: true,
        },
      }),
    )
    const verify = () => admin.call(verifyUser, { params: { id }, body: {} })

    expect(await verify()).toMatchObject({ ok: true, body: { isVerified: true } })
    expect(await verify()).toMatchObject({ status: 409, code: 'ERROR_USER_ALREADY_VERIFIED' })

    const answer = await person.call(login, {
      body: { email: 'sin-mail@mail.test', password: PASSWORD },
    })
    expect(answer.ok).toBe(true)
    expect(await audit()).toEqual(['verify_user', 'grant_admin'])
  })

  test('who are suspended are signed out, read why at the log-in, and sell nothing until it ends', async () => {
    const seller = await shop.seller()
    const id = await idOf(seller)
    const product = await shop.publish(seller)
    const open = await shop.order(shop.visitor(), [{ id: product.id }])
    const reason = 'Vendías archivos de otra persona'

    const done = await admin.call(suspendUser, { params: { id }, body: { reason } })

    expect(done).toMatchObject({ ok: true, body: { suspended: { reason } } })
    const refused = { status: 403, code: 'ERROR_USER_SUSPENDED', reason }
    expect(await seller.call(listMyProducts, {})).toMatchObject({
      status: 401,
      code: 'ERROR_USER_NOT_AUTHORIZED',
    })
    expect(
      await seller.call(login, { body: { email: seller.email, password: PASSWORD } }),
    ).toMatchObject(refused)
    expect((await shop.mailTo(seller.email, /suspendida/)).text).toContain(reason)
    const visitor = shop.visitor()
    expect(await visitor.call(getPublicProduct, { params: { id: product.id } })).toMatchObject({
      status: 404,
    })
    expect(
      await visitor.call(createPreference, {
        body: { products: [{ id: product.id }], payerEmail: 'tarde@mail.test' },
      }),
    ).toMatchObject({ status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' })
    await expect
      .poll(async () => {
        const { preferences } = await shop.provider.ledger()
        return preferences.find(preference => preference.id === open.preferenceId)?.expires
      })
      .toBe(true)

    // Who had paid before still gets the file.
    await shop.provider.pay({ preferenceId: open.preferenceId, outcome: 'approved' }).catch(() => 0)
    expectOk(await admin.call(unsuspendUser, { params: { id }, body: {} }))
    expectOk(await seller.call(login, { body: { email: seller.email, password: PASSWORD } }))
    expect((await visitor.call(getPublicProduct, { params: { id: product.id } })).ok).toBe(true)
    await shop.mailTo(seller.email, /abierta de nuevo/)
    expect((await audit()).slice(0, 2)).toEqual(['unsuspend_user', 'suspend_user'])
  })

  test('who are admins are not suspended by another one', async () => {
    const other = await shop.creator()
    await setAdmin(shop.db, other.email, true)
    const answer = await admin.call(suspendUser, {
      params: { id: await idOf(other) },
      body: { reason: 'porque sí' },
    })
    expect(answer).toMatchObject({ status: 403, code: 'ERROR_USER_NOT_AUTHORIZED' })
    expect(await audit()).not.toContain('suspend_user')
  })

  test('get another quota, and the installation’s again', async () => {
    const seller = await shop.creator()
    const id = await idOf(seller)
    const product = await shop.publish(seller)
    const set = (quotaBytes: number | null) =>
      admin.call(setQuota, { params: { id }, body: { quotaBytes } })

    expectOk(await set(product.file.sizeBytes))
    expect(expectOk(await seller.call(getStorageUsage, {})).remainingSpace).toBe(0)
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    expect(notifications).toMatchObject([{ kind: 'storage_100' }])
    await expect(shop.publish(seller)).rejects.toThrow('ERROR_DIRECTORY_SIZE_EXCEEDED')

    expect(await set(null)).toMatchObject({
      ok: true,
      body: { space: { usedBytes: product.file.sizeBytes, quotaBytes: null } },
    })
    await shop.publish(seller)
  })
})

describe('a product that is taken down', () => {
  test('is gone from every public place, its seller reads why, and it comes back', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller, { name: 'Copia ajena' })
    const visitor = shop.visitor()
    const { username } = product
    const reason = 'Es de otra autora'

    expectOk(await admin.call(takeDownProduct, { params: { id: product.id }, body: { reason } }))

    expect(await visitor.call(getPublicProduct, { params: { id: product.id } })).toMatchObject({
      status: 404,
      code: 'ERROR_PRODUCT_NOT_FOUND',
    })
    const page = expectOk(
      await visitor.call(listPublicProducts, { params: { page: 1 }, query: {} }),
    )
    expect(page.products).toEqual([])
    expect(
      expectOk(await visitor.call(listProductsOfSeller, { params: { username }, query: {} }))
        .products,
    ).toEqual([])
    expect(
      expectOk(await visitor.call(getPublicProfile, { params: { username } })).products,
    ).toEqual([])
    expect(
      await visitor.call(createPreference, {
        body: { products: [{ id: product.id }], payerEmail: 'a@mail.test' },
      }),
    ).toMatchObject({ status: 404 })
    await visitor.call(recordProductView, { params: { id: product.id } })
    expect(await shop.db.$count(productViews)).toBe(0)
    const [mine] = expectOk(await seller.call(listMyProducts, {})).products
    expect(mine).toMatchObject({ id: product.id, deleted: false, takenDown: { reason } })
    expect((await shop.mailTo(seller.email, /Retiramos/)).text).toContain(reason)

    expectOk(await admin.call(restoreProduct, { params: { id: product.id }, body: {} }))

    expect((await visitor.call(getPublicProduct, { params: { id: product.id } })).ok).toBe(true)
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    expect(notifications.map(({ kind }) => kind)).toEqual([
      'product_restored',
      'product_taken_down',
    ])
    expect((await audit()).slice(0, 2)).toEqual(['restore_product', 'take_down_product'])
  })

  test('stays with those who bought it', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const order = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
    const { items } = await shop.becomes(order.token, 'approved')

    expectOk(
      await admin.call(takeDownProduct, { params: { id: product.id }, body: { reason: 'Motivo' } }),
    )

    const download = await fetch(items[0]!.downloadUrl!)
    expect(download.status).toBe(200)
    expect((await download.arrayBuffer()).byteLength).toBe(product.file.sizeBytes)
  })

  test('is found among all products by name, seller or number', async () => {
    const seller = await shop.creator()
    const product = await shop.publish(seller, { name: 'Aguja en el pajar' })
    await shop.publish(seller, { name: 'Otra cosa' })
    const found = async (query: { q?: string; state?: 'live' | 'taken_down' | 'deleted' }) =>
      expectOk(await admin.call(listAllProducts, { query })).products.map(({ name }) => name)
    expect(await found({ q: 'pajar' })).toEqual(['Aguja en el pajar'])
    expect(await found({ q: String(product.id) })).toEqual(['Aguja en el pajar'])
    expect(await found({ q: `@${product.username}` })).toHaveLength(2)
    expect(await found({ state: 'taken_down' })).toEqual([])
  })
})

describe('a report of a visitor', () => {
  test('waits for an admin, who closes it once', async () => {
    const product = await shop.publish(await shop.creator())
    const visitor = shop.visitor()
    const report = await visitor.call(reportProduct, {
      params: { id: product.id },
      body: { reason: 'copyright', detail: 'Es mi libro', email: 'autora@mail.test' },
    })
    expect(report).toMatchObject({ status: 202 })
    expectOk(
      await visitor.call(reportProduct, {
        params: { id: product.id },
        body: { reason: 'scam', email: '' },
      }),
    )

    const { reports } = expectOk(await admin.call(listReports, { query: { state: 'open' } }))
    expect(reports).toMatchObject([
      { reason: 'scam', email: null, detail: null },
      { reason: 'copyright', detail: 'Es mi libro', email: 'autora@mail.test', closed: null },
    ])
    expect(expectOk(await admin.call(getOverview, {}))).toMatchObject({ openReports: 2 })
    const close = () =>
      admin.call(closeReport, {
        params: { id: reports[0]!.id },
        body: { outcome: 'dismissed', reason: 'No vimos nada' },
      })
    expect(await close()).toMatchObject({ status: 204 })
    expect(await close()).toMatchObject({ status: 404, code: 'UNKNOWN_ERROR' })
    expect(await audit()).toContain('close_report')
  })

  test('of nothing is refused', async () => {
    const answer = await shop.visitor().call(reportProduct, {
      params: { id: 999 },
      body: { reason: 'other' },
    })
    expect(answer).toMatchObject({ status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' })
  })
})

describe('a dead job', () => {
  async function bury(times: number): Promise<void> {
    await shop.app.worker.stop()
    for (let index = 0; index < times; index += 1)
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

  test('is shown without its payload, and done when it is tried again', async () => {
    await bury(1)
    const { jobs: dead } = expectOk(await admin.call(listDeadJobs, { query: {} }))
    expect(dead).toMatchObject([{ kind: 'remove_file', lastError: 'Error: no disk' }])
    expect(JSON.stringify(dead)).not.toContain('storageKey')

    const retry = () => admin.call(retryJob, { params: { id: dead[0]!.id } })
    expect(await retry()).toMatchObject({ status: 204 })
    await shop.workDone()
    expect(expectOk(await admin.call(listDeadJobs, { query: {} })).jobs).toEqual([])
    expect(await retry()).toMatchObject({ status: 404 })
  })

  test('is tried again with all the others', async () => {
    await bury(3)
    expect(expectOk(await admin.call(getOverview, {})).deadJobs).toBe(3)
    expect(expectOk(await admin.call(retryAllJobs, {}))).toEqual({ retried: 3 })
    await shop.workDone()
    expect(expectOk(await admin.call(getOverview, {})).deadJobs).toBe(0)
    expect((await audit())[0]).toBe('retry_all_jobs')
  })
})

test('an order is looked at again on an admin’s word', async () => {
  const seller = await shop.seller()
  const product = await shop.publish(seller)
  const { orderId, preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }])
  await shop.provider.notices({ drop: true })
  await shop.provider.pay({ preferenceId, outcome: 'approved' })

  expect(await admin.call(recheckOrder, { params: { orderId } })).toMatchObject({ status: 202 })

  await expect
    .poll(async () => expectOk(await admin.call(getOrderInReview, { params: { orderId } })).state)
    .toBe('approved')
})

test('who is an admin is told and written into the log', async () => {
  const ana = await shop.creator('ana@mail.test')
  expect(await setAdmin(shop.db, ' ANA@mail.test ', true)).toBe(true)
  expect(await setAdmin(shop.db, 'nobody@mail.test', true)).toBe(false)
  expect(await listAdmins(shop.db)).toEqual(['admin@house.test', 'ana@mail.test'])
  await setAdmin(shop.db, ana.email, false)
  expect(await listAdmins(shop.db)).toEqual(['admin@house.test'])
  const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'revoke_admin', admin: null },
    { action: 'grant_admin', admin: null },
  ])
})
