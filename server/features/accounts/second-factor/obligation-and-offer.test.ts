import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  dismissSecondFactorOffer,
  listSecondFactors,
  removeTotp,
} from '#contract/accounts/second-factors.ts'
import { getUser } from '#contract/accounts/user.ts'
import { ENDPOINTS } from '#contract/index.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { listAdmins, setAdminRole } from '#server/features/admin/command-line/roles.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { addAuthenticatorApp, addSoftwarePasskey } from '#tools/test-app/second-factors.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ ADMIN_SECOND_FACTOR: '1' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const adminCalls = ENDPOINTS.filter(({ endpoint }) => endpoint.access === 'admin')

test('an admin without a second factor reaches no call of the administration, but can set one up', async () => {
  const admin = await createAdmin(shop)
  expect(adminCalls.length).toBeGreaterThan(20)

  for (const { endpoint } of adminCalls) {
    const hasBody = endpoint.body !== undefined
    const answer = await admin.request(
      `/api${buildPath(endpoint, { id: 1, orderId: '00000000-0000-4000-8000-000000000000' })}`,
      {
        method: endpoint.method,
        ...(hasBody && { headers: { 'content-type': 'application/json' }, body: '{}' }),
      },
    )
    expect([endpoint.path, answer.status, (await answer.json()) as unknown]).toMatchObject([
      endpoint.path,
      403,
      { code: 'ERROR_SECOND_FACTOR_REQUIRED' },
    ])
  }
  expect(await admin.call(getUser, {})).toMatchObject({
    body: { secondFactor: { isActive: false, isMissing: true, isOffered: false } },
  })
  expect(await admin.call(listSecondFactors, {})).toMatchObject({ body: { isRequired: true } })

  await addSoftwarePasskey(admin)

  expect((await admin.request('/api/admin/users')).status).toBe(200)
  expect(await admin.call(getUser, {})).toMatchObject({
    body: { secondFactor: { isActive: true, isMissing: false } },
  })
})

test('an account becomes an admin only with a second factor, so that its password is not enough to set one up', async () => {
  const ana = await shop.creator()
  const needsSecondFactor = true

  expect(await setAdminRole(shop.db, ana.email, true, needsSecondFactor)).toBe('no_second_factor')
  expect(await listAdmins(shop.db)).toEqual([])

  await addSoftwarePasskey(ana)

  expect(await setAdminRole(shop.db, ana.email, true, needsSecondFactor)).toBe('done')
  expect(await listAdmins(shop.db)).toEqual([ana.email])
})

test('an admin who removes the last second factor is shut out again', async () => {
  const admin = await createAdmin(shop)
  await addAuthenticatorApp(admin)
  expect((await admin.request('/api/admin/users')).status).toBe(200)

  await admin.call(removeTotp, {})

  expect((await admin.request('/api/admin/users')).status).toBe(403)
})

test('a second factor is offered to sellers who have sold something, until they dismiss it or have one', async () => {
  const isOfferedTo = async (client: ApiClient) =>
    expectOk(await client.call(getUser, {})).secondFactor.isOffered
  const { seller } = await createPaidOrder(shop)
  expect(await isOfferedTo(await shop.seller())).toBe(false)
  expect(await isOfferedTo(seller)).toBe(true)

  expect(await seller.call(dismissSecondFactorOffer, {})).toMatchObject({ status: 204 })
  expect(await isOfferedTo(seller)).toBe(false)
})

test('the offer ends with the first second factor', async () => {
  const { seller } = await createPaidOrder(shop)

  await addAuthenticatorApp(seller)

  expect(await seller.call(getUser, {})).toMatchObject({
    body: { secondFactor: { isActive: true, isOffered: false, methods: ['totp'] } },
  })
})
