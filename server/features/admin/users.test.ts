import { beforeEach, describe, expect, test } from 'vitest'
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
import { listAuditLog } from '#contract/admin/operations.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { getStorageUsage } from '#contract/files/storage-usage.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { PASSWORD, expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop, 'admin@kiosko.test')
})

const idOf = async (client: { call: typeof admin.call }) =>
  expectOk(await client.call(getUser, {})).id
const loggedActions = async () =>
  expectOk(await admin.call(listAuditLog, { query: {} })).entries.map(({ action }) => action)

describe('users in the admin area', () => {
  test('users are found by the beginning of their email or username and by their status', async () => {
    const ana = await shop.creator('ana@mail.test')
    await shop.creator('bruno@mail.test')
    const username = expectOk(
      await admin.call(getUserDetail, { params: { id: await idOf(ana) } }),
    ).username

    const findEmails = async (query: {
      q?: string
      only?: 'admins' | 'suspended' | 'unverified'
    }) => expectOk(await admin.call(listUsers, { query })).users.map(({ email }) => email)

    expect(await findEmails({ q: 'ANA@' })).toEqual(['ana@mail.test'])
    expect(await findEmails({ q: `@${username}` })).toEqual(['ana@mail.test'])
    expect(await findEmails({ q: 'mail.test' })).toEqual([])
    expect(await findEmails({ only: 'admins' })).toEqual([admin.email])
    expect(await findEmails({ only: 'suspended' })).toEqual([])
    expect(await findEmails({})).toHaveLength(3)
  })

  test('an admin can verify an account manually, but only once', async () => {
    const visitor = shop.visitor()
    const { id } = expectOk(
      await visitor.call(register, {
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

    const answer = await visitor.call(login, {
      body: { email: 'sin-mail@mail.test', password: PASSWORD },
    })
    expect(answer.ok).toBe(true)
    expect(await loggedActions()).toEqual(['verify_user', 'grant_admin'])
  })

  test('a suspended user is signed out, sees the reason at login and cannot sell until the suspension ends', async () => {
    const seller = await shop.seller()
    const id = await idOf(seller)
    const product = await shop.publish(seller)
    const openOrder = await shop.order(shop.visitor(), [{ id: product.id }])
    const reason = 'Vendías archivos de otra persona'

    const suspension = await admin.call(suspendUser, { params: { id }, body: { reason } })

    expect(suspension).toMatchObject({ ok: true, body: { suspended: { reason } } })
    const suspendedError = { status: 403, code: 'ERROR_USER_SUSPENDED', reason }
    expect(await seller.call(listOwnProducts, {})).toMatchObject({
      status: 401,
      code: 'ERROR_USER_NOT_AUTHORIZED',
    })
    expect(
      await seller.call(login, { body: { email: seller.email, password: PASSWORD } }),
    ).toMatchObject(suspendedError)
    expect((await shop.waitForMail(seller.email, /suspendida/)).text).toContain(reason)
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
        const { preferences } = await shop.provider.readLedger()
        return preferences.find(preference => preference.id === openOrder.preferenceId)?.expires
      })
      .toBe(true)

    expectOk(await admin.call(unsuspendUser, { params: { id }, body: {} }))
    expectOk(await seller.call(login, { body: { email: seller.email, password: PASSWORD } }))
    expect((await visitor.call(getPublicProduct, { params: { id: product.id } })).ok).toBe(true)
    await shop.waitForMail(seller.email, /activa de nuevo/)
    expect((await loggedActions()).slice(0, 2)).toEqual(['unsuspend_user', 'suspend_user'])
  })

  test('an admin cannot suspend another admin', async () => {
    const other = await createAdmin(shop)
    const answer = await admin.call(suspendUser, {
      params: { id: await idOf(other) },
      body: { reason: 'porque sí' },
    })
    expect(answer).toMatchObject({ status: 403, code: 'ERROR_USER_NOT_AUTHORIZED' })
    expect(await loggedActions()).not.toContain('suspend_user')
  })

  test('an admin can change the quota of a seller and restore the default', async () => {
    const seller = await shop.creator()
    const id = await idOf(seller)
    const product = await shop.publish(seller)
    const set = (quotaBytes: number | null) =>
      admin.call(setQuota, { params: { id }, body: { quotaBytes } })

    expectOk(await set(product.files.sizeBytes))
    expect(expectOk(await seller.call(getStorageUsage, {})).remainingSpace).toBe(0)
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    expect(notifications).toMatchObject([{ kind: 'storage_100' }])
    await expect(shop.upload(seller)).rejects.toThrow('ERROR_DIRECTORY_SIZE_EXCEEDED')

    expect(await set(null)).toMatchObject({
      ok: true,
      body: { space: { usedBytes: product.files.sizeBytes, quotaBytes: null } },
    })
    await shop.upload(seller)
  })
})
