import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser, updateUser } from '#contract/accounts/user.ts'
import { deleteProduct } from '#contract/products/products.ts'
import {
  countUnreadNotifications,
  getNotificationSettings,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  updateNotificationSettings,
} from '#contract/notifications.ts'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { findFormerAddresses } from '#server/features/accounts/recovery/email-undo.ts'
import { createEncryption } from '#server/integrations/encryption.ts'
import { notifications } from '#server/db/schema/index.ts'
import { createRateLimiter } from '#server/http/rate-limit/limiter.ts'
import { createAddressTokens } from '#server/mail/address-tokens.ts'
import { createMailQueue } from '#server/mail/queue.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { notifyUser } from './service.ts'

/** The size of a test file in bytes. Ten such files fill the seller's storage quota. */
const FILE_BYTES = 100_000

let shop: TestApp
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeAll(async () => {
  shop = await createTestApp({ SELLER_QUOTA_BYTES: String(10 * createZipFile(FILE_BYTES).size) })
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
  // The notification about the account that the seller has just linked is not part of these tests.
  await shop.db.delete(notifications)
})
afterAll(() => shop.close())

const notificationsOf = async (client: ApiClient = seller) =>
  expectOk(await client.call(listNotifications, { query: {} })).notifications
const kinds = async () => (await notificationsOf()).map(({ kind }) => kind)
const unreadCount = async () => expectOk(await seller.call(countUnreadNotifications, {})).unread

async function sell() {
  const product = await shop.upload(seller, {
    name: 'Loops andinos',
    file: createZipFile(FILE_BYTES),
  })
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  return { ...order, productId: product.id, paymentId }
}

test('a sale creates one notification and one email even if its webhook arrives twenty times at once', async () => {
  const { orderId, productId, paymentId } = await sell()

  await shop.provider.sendWebhook({ paymentId, copies: 20 })
  await shop.waitForJobs()

  expect(await notificationsOf()).toMatchObject([
    {
      kind: 'delivered',
      read: false,
      orderId,
      productId,
      productName: 'Loops andinos',
      items: 1,
      shareMinor: 712_000,
      currency: 'ARS',
    },
  ])
  const emails = (await shop.listMails(seller.email)).filter(({ subject }) =>
    /Vendiste/.test(subject),
  )
  expect(emails).toHaveLength(1)
  expect(emails[0]!.text).toContain(`/dashboard/sales?sale=${orderId}`)
})

test('ten simultaneous events with the same dedupe key create one notification and one email', async () => {
  const mailQueue = createMailQueue({
    encryption: createEncryption(shop.config.encryptionKeys),
    branding: shop.config,
    limits: {
      limiter: createRateLimiter({ db: shop.db, factor: 1, secret: 'of this test' }),
      addressTokens: createAddressTokens(shop.config.orderTokenKey),
      onDropped: () => undefined,
    },
  })
  const { id } = expectOk(await seller.call(getUser, {}))
  const event = { kind: 'storage_80', dedupeKey: 'once', data: {} } as const
  const context = { mailQueue, publicOrigin: shop.origin, findFormerAddresses }

  await Promise.all(
    Array.from({ length: 10 }, () =>
      runTransaction(shop.db, tx => notifyUser(context, tx, id, event)),
    ),
  )

  expect(await kinds()).toEqual(['storage_80'])
  await shop.waitForJobs()
  const emails = await shop.listMails(seller.email)
  expect(emails.filter(({ subject }) => /80 %/.test(subject))).toHaveLength(1)
})

test('a refund, a chargeback and a won chargeback each create one notification', async () => {
  const first = await sell()
  await shop.provider.changePayment(first.paymentId, 'partial_refund', { amount: 1000 })
  await expect.poll(kinds).toEqual(['partly_refunded', 'delivered'])
  await shop.provider.changePayment(first.paymentId, 'chargeback')
  await shop.waitForOrderState(first.token, 'charged_back')
  await shop.provider.changePayment(first.paymentId, 'reimburse')
  await shop.waitForOrderState(first.token, 'approved')
  await shop.provider.sendWebhook({ paymentId: first.paymentId, copies: 5 })
  await shop.waitForJobs()

  expect(await kinds()).toEqual(['chargeback_won', 'charged_back', 'partly_refunded', 'delivered'])
  expect((await notificationsOf())[2]).toMatchObject({
    amountMinor: 100_000,
    orderId: first.orderId,
  })
})

test('a second chargeback or claim about the same payment notifies the seller and emails the buyer again', async () => {
  const { paymentId, token } = await sell()
  for (const _ of [1, 2]) {
    await shop.provider.changePayment(paymentId, 'chargeback')
    await shop.waitForOrderState(token, 'charged_back')
    await shop.provider.changePayment(paymentId, 'reimburse')
    await shop.waitForOrderState(token, 'approved')
  }

  const disputes = ['chargeback_won', 'charged_back', 'chargeback_won', 'charged_back', 'delivered']
  expect(await kinds()).toEqual(disputes)
  await shop.waitForJobs()
  const emails = await shop.listMails('buyer@mail.test')
  expect(
    emails.filter(({ subject }) => subject.startsWith('Tu pago está en disputa')),
  ).toHaveLength(2)
  for (const [index, change] of ['mediation', 'accredit', 'mediation', 'accredit'].entries()) {
    await shop.provider.changePayment(paymentId, change as 'mediation' | 'accredit')
    await expect.poll(async () => (await kinds()).length).toBe(disputes.length + index + 1)
  }
})

test('a claim at MercadoPago creates one notification when it is opened and one when it is closed', async () => {
  const { paymentId, orderId, token } = await sell()
  await shop.provider.changePayment(paymentId, 'mediation')
  await expect.poll(kinds).toEqual(['claim_opened', 'delivered'])
  await shop.provider.sendWebhook({ paymentId, copies: 5 })
  await shop.waitForJobs()
  await shop.provider.changePayment(paymentId, 'accredit')

  await expect.poll(kinds).toEqual(['claim_closed', 'claim_opened', 'delivered'])
  expect((await notificationsOf())[1]).toMatchObject({ orderId, currency: 'ARS' })
  const mail = await shop.waitForMail(seller.email, /^Reclamo por /)
  expect(mail.text).toContain(`/dashboard/sales?sale=${orderId}`)
  await shop.waitForOrderState(token, 'approved')
})

test('the unread count falls when notifications are marked read one by one, up to an id, or all at once', async () => {
  for (let index = 0; index < 3; index += 1) await sell()
  expect(await unreadCount()).toBe(3)
  const [newest, middle] = await notificationsOf()

  const markedOne = await seller.call(markNotificationRead, { params: { id: middle!.id } })
  expect(markedOne).toMatchObject({ ok: true, body: { unread: 2 } })
  const markedAgain = await seller.call(markNotificationRead, { params: { id: middle!.id } })
  expect(markedAgain).toMatchObject({ ok: true, body: { unread: 2 } })
  const markedRest = await seller.call(markAllNotificationsRead, { body: { upTo: newest!.id - 1 } })
  expect(markedRest).toMatchObject({ ok: true, body: { unread: 1 } })
  await sell()
  expect(expectOk(await seller.call(markAllNotificationsRead, { body: {} }))).toEqual({ unread: 0 })
  expect((await notificationsOf()).every(({ read }) => read)).toBe(true)
})

test('a user can neither list nor mark the notifications of another user', async () => {
  await sell()
  const [sellerNotification] = await notificationsOf()
  const other = await shop.creator()

  expect(await notificationsOf(other)).toEqual([])
  expect(
    await other.call(markNotificationRead, { params: { id: sellerNotification!.id } }),
  ).toMatchObject({
    status: 404,
    code: 'UNKNOWN_ERROR',
  })
  expect(await unreadCount()).toBe(1)
})

test('notifications are listed in pages of thirty', async () => {
  await sell()
  const [first] = await notificationsOf()
  await shop.db.$client.query(
    `insert into notifications (user_id, kind, detail, dedupe_key)
     select user_id, kind, detail, 'copy:' || n from notifications, generate_series(1, 69) n where id = $1`,
    [first!.id],
  )
  const listedIds: number[] = []
  for (let cursor: number | undefined; ;) {
    const page = expectOk(
      await seller.call(listNotifications, { query: { ...(cursor && { cursor }) } }),
    )
    listedIds.push(...page.notifications.map(notification => notification.id))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(listedIds).toHaveLength(70)
  expect(new Set(listedIds).size).toBe(70)
})

describe('notification emails', () => {
  test('turning off a topic stops its emails but not its notifications in the list', async () => {
    const settings = expectOk(
      await seller.call(updateNotificationSettings, {
        body: { settings: [{ topic: 'sales', mail: false }] },
      }),
    )
    expect(settings.settings).toContainEqual({ topic: 'sales', mail: false, fixed: false })
    expect(settings).toEqual(expectOk(await seller.call(getNotificationSettings, {})))

    await sell()
    await shop.waitForJobs()

    expect(await kinds()).toEqual(['delivered'])
    expect((await shop.listMails(seller.email)).some(mail => /Vendiste/.test(mail.subject))).toBe(
      false,
    )
  })

  test('the emails about the payment account cannot be turned off', async () => {
    const answer = await seller.call(updateNotificationSettings, {
      body: { settings: [{ topic: 'account', mail: false }] },
    })
    expect(answer).toMatchObject({ status: 400, code: 'INVALID_DATA' })

    expectOk(await seller.call(unlinkMercadoPago, {}))

    expect((await shop.waitForMail(seller.email, /MercadoPago/)).text).toContain(
      '/dashboard/profile/payment',
    )
    expect(await notificationsOf()).toMatchObject([
      { kind: 'account_unlinked', account: 'unlinked' },
    ])
  })

  test('a notification email is in the language of the seller', async () => {
    expectOk(await seller.call(updateUser, { body: { languagePreference: 'EN' } }))
    await sell()
    expect((await shop.waitForMail(seller.email, /You sold/)).text).toContain('$\u00a07.120')
  })

  test('the email about a sale tells the order, the masked buyer, and the price beside the cover', async () => {
    await sell()

    const mail = await shop.waitForMail(seller.email, /Vendiste/)
    const [notification] = await notificationsOf()
    expect(notification).toMatchObject({ kind: 'delivered', number: expect.any(String) })
    expect(mail.text).toContain(`Pedido ${(notification as { number: string }).number}`)
    expect(mail.text).toContain('Compró b•••@mail.test.')
    expect(mail.text).not.toContain('buyer@mail.test')
    expect(mail.text).toContain('te quedan $\u00a07.120')
    expect(mail.html).toMatch(/<img src="http[^"]+\/images\/[^"]+\/320\.webp"/)
  })
})

describe('storage quota notifications', () => {
  const publish = () => shop.upload(seller, { file: createZipFile(FILE_BYTES) })

  test('a seller is notified at 80 % and at 100 % of the quota, and again after deleting files', async () => {
    const ids = []
    for (let index = 0; index < 10; index += 1) ids.push((await publish()).id)
    expect(await kinds()).toEqual(['storage_100', 'storage_80'])

    // Storage usage falls from 100 % to 70 % of the quota, then rises above 80 % again.
    for (const id of ids.slice(0, 3)) expectOk(await seller.call(deleteProduct, { params: { id } }))
    expect(await kinds()).toHaveLength(2)
    await publish()
    expect(await kinds()).toEqual(['storage_80', 'storage_100', 'storage_80'])
    await shop.waitForJobs()
    const subjects = (await shop.listMails(seller.email)).map(({ subject }) => subject)
    expect(subjects.filter(subject => /80 %/.test(subject))).toHaveLength(2)
    expect(subjects.filter(subject => /lleno/.test(subject))).toHaveLength(1)
  })

  test('twelve simultaneous uploads that cross 80 % and 100 % create one notification for each threshold', async () => {
    await Promise.all(Array.from({ length: 12 }, () => publish().catch(() => undefined)))
    expect((await kinds()).toSorted()).toEqual(['storage_100', 'storage_80'])
    expect(await shop.db.$count(notifications)).toBe(2)
  })
})
