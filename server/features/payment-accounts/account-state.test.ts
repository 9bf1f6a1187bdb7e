import { beforeEach, expect, test } from 'vitest'
import { listSecurityEvents } from '#contract/accounts/sessions.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { getPaymentAccount, unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeEach(async () => {
  seller = await shop.seller()
})

const paymentAccount = async () => expectOk(await seller.call(getPaymentAccount, {}))
const notifications = async () =>
  expectOk(await seller.call(listNotifications, { query: {} })).notifications
const hasAuth = async (id: number) =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: { id } })).hasAuth
const buy = (id: number) =>
  shop.visitor().call(createPreference, {
    body: { products: [{ id }], payerEmail: `${Math.random()}@mail.test` },
  })

test('the payment account shows whether the seller can sell, when the tokens expire and how many orders are open', async () => {
  expect(await paymentAccount()).toMatchObject({
    state: 'linked',
    canSell: true,
    mustAct: 'nobody',
    openOrders: 0,
  })
  const { id } = await shop.publish(seller)
  expectOk(await buy(id))
  const { openOrders, permissionUntil } = await paymentAccount()
  expect(openOrders).toBe(1)
  expect(Date.parse(permissionUntil!) - Date.now()).toBeGreaterThan(170 * DAY_MS)

  const newcomer = await shop.creator()
  expect(expectOk(await newcomer.call(getPaymentAccount, {}))).toEqual({
    state: 'never_linked',
    canSell: false,
    mustAct: 'seller',
    since: null,
    permissionUntil: null,
    openOrders: 0,
    collectorId: null,
    replacement: null,
    salesClosedAt: null,
  })
})

test('withdrawing the marketplace’s access at the provider stops sales through a webhook event and notifies the seller once', async () => {
  const { id } = await shop.publish(seller)
  const { collectorId } = await paymentAccount()
  expect(await hasAuth(id)).toBe(true)

  await shop.provider.revokePermission(collectorId!)

  await expect.poll(() => hasAuth(id)).toBe(false)
  expect(await buy(id)).toMatchObject({ status: 400, code: 'DIFFERENT_SELLERS_PRODUCT' })
  expect(await paymentAccount()).toMatchObject({
    state: 'revoked',
    canSell: false,
    mustAct: 'seller',
    permissionUntil: null,
  })
  expect(await notifications()).toMatchObject([{ kind: 'account_unlinked', account: 'revoked' }])
  const { events } = expectOk(await seller.call(listSecurityEvents, {}))
  expect(events[0]).toMatchObject({ kind: 'payment_account_lost' })
  await shop.waitForMail(seller.email, /desconectó/)
  await shop.waitForJobs()
  const mails = (await shop.listMails(seller.email)).filter(({ subject }) =>
    /desconectó/.test(subject),
  )
  expect(mails).toHaveLength(1)
})

test('a refused token refresh stops sales at once, and linking again reopens them', async () => {
  const { id } = await shop.publish(seller)
  const { collectorId } = await paymentAccount()
  // The webhook event has a wrong signature and is refused, so that only the next sale discovers the withdrawn access.
  await shop.provider.setWebhookSettings({ badSignature: true })
  await shop.provider.revokePermission(collectorId!)

  expect(await buy(id)).toMatchObject({ status: 400, code: 'INVALID_REFRESH_TOKEN' })

  await expect.poll(() => hasAuth(id)).toBe(false)
  expect(await paymentAccount()).toMatchObject({ state: 'refresh_refused', mustAct: 'seller' })
  expect(await notifications()).toMatchObject([
    { kind: 'account_unlinked', account: 'refresh_refused' },
  ])
  expect((await shop.waitForMail(seller.email, /desconectó/)).text).toContain('renovar')
  await shop.provider.setWebhookSettings({})
  await shop.linkMercadoPago(seller)
  expect(await paymentAccount()).toMatchObject({ state: 'linked', canSell: true })
  await expect.poll(() => hasAuth(id)).toBe(true)
})

test('a seller who unlinks gets a mail that says so, and can sell only after linking again', async () => {
  const { id } = await shop.publish(seller)
  expectOk(await seller.call(unlinkMercadoPago, {}))
  expect(await hasAuth(id)).toBe(false)
  expect(await paymentAccount()).toMatchObject({
    state: 'unlinked',
    canSell: false,
    mustAct: 'seller',
  })
  expect((await shop.waitForMail(seller.email, /desconectó/)).text).toContain('Desconectaste')
})

test('linking the account again while the end of the former permission is recorded ends well', async () => {
  const { collectorId } = await paymentAccount()
  const waitForBlocked = (statements: number) =>
    expect.poll(() => listWaitingQueries(shop.database)).toHaveLength(statements)
  const gate = await shop.database.connectAlone()

  // The end has been recorded with the account and is about to notify the seller when the link begins.
  await gate.client.query('begin')
  await gate.client.query('lock table notifications in share mode')
  await shop.provider.revokePermission(collectorId!)
  await waitForBlocked(1)
  const link = shop.linkMercadoPago(seller, collectorId!)
  await waitForBlocked(2)
  await gate.client.query('commit')
  await gate.close()

  expect(await link).toContain('outcome=linked')
  await shop.waitForJobs()
  expect(await paymentAccount()).toMatchObject({ state: 'linked' })
})
