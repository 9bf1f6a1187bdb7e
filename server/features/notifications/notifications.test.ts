import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser, updateUser } from '#contract/accounts/user.ts'
import { deleteProduct } from '#contract/catalog/products.ts'
import {
  countUnread,
  getNotificationSettings,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  updateNotificationSettings,
} from '#contract/notifications.ts'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { createEncryption } from '#server/integrations/encryption.ts'
import { notifications } from '#server/db/schema/index.ts'
import { createMailQueue } from '#server/mail/queue.ts'
import { pdfFile } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { notify } from './service.ts'

/** Ten files of this size fill a kiosk. */
const FILE_BYTES = 100_000

let shop: TestApp
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeAll(async () => {
  shop = await createTestApp({ SELLER_QUOTA_BYTES: String(10 * pdfFile(FILE_BYTES).size) })
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
})
afterAll(() => shop.close())

const told = async (person: ApiClient = seller) =>
  expectOk(await person.call(listNotifications, { query: {} })).notifications
const kinds = async () => (await told()).map(({ kind }) => kind)
const unread = async () => expectOk(await seller.call(countUnread, {})).unread

async function sell() {
  const product = await shop.publish(seller, { name: 'Loops andinos', file: pdfFile(FILE_BYTES) })
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.becomes(order.token, 'approved')
  return { ...order, productId: product.id, paymentId }
}

test('a sale is told once, in the list and by mail, though its notice comes twenty times at once', async () => {
  const { orderId, productId, paymentId } = await sell()

  await shop.provider.notify({ paymentId, copies: 20 })
  await shop.workDone()

  expect(await told()).toMatchObject([
    {
      kind: 'sale',
      read: false,
      orderId,
      productId,
      productName: 'Loops andinos',
      items: 1,
      amountMinor: 712_000,
      currency: 'ARS',
      reason: null,
    },
  ])
  const mails = (await shop.mailsTo(seller.email)).filter(({ subject }) => /Vendiste/.test(subject))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain(`/dashboard/sales?sale=${orderId}`)
})

test('the same news ten times at the same moment is one line and one mail', async () => {
  const mailQueue = createMailQueue({
    encryption: createEncryption(shop.config.encryptionKeys),
    branding: shop.config,
  })
  const { id } = expectOk(await seller.call(getUser, {}))
  const news = { kind: 'storage_80', dedupeKey: 'once', detail: {} } as const

  await Promise.all(
    Array.from({ length: 10 }, () =>
      shop.db.transaction(tx => notify({ mailQueue, publicOrigin: shop.origin }, tx, id, news)),
    ),
  )

  expect(await kinds()).toEqual(['storage_80'])
  await shop.workDone()
  const mails = await shop.mailsTo(seller.email)
  expect(mails.filter(({ subject }) => /80 %/.test(subject))).toHaveLength(1)
})

test('a refund, a chargeback and its end are told, each once', async () => {
  const first = await sell()
  await shop.provider.act(first.paymentId, 'partial_refund', 1000)
  await expect.poll(kinds).toEqual(['refund', 'sale'])
  await shop.provider.act(first.paymentId, 'chargeback')
  await shop.becomes(first.token, 'charged_back')
  await shop.provider.act(first.paymentId, 'reimburse')
  await shop.becomes(first.token, 'approved')
  await shop.provider.notify({ paymentId: first.paymentId, copies: 5 })
  await shop.workDone()

  expect(await kinds()).toEqual(['chargeback_won', 'chargeback', 'refund', 'sale'])
  expect((await told())[2]).toMatchObject({ amountMinor: 100_000, orderId: first.orderId })
})

test('unread ones are counted, and read one by one, up to one, or all', async () => {
  for (let index = 0; index < 3; index += 1) await sell()
  expect(await unread()).toBe(3)
  const [newest, middle] = await told()

  const one = await seller.call(markNotificationRead, { params: { id: middle!.id } })
  expect(one).toMatchObject({ ok: true, body: { unread: 2 } })
  const again = await seller.call(markNotificationRead, { params: { id: middle!.id } })
  expect(again).toMatchObject({ ok: true, body: { unread: 2 } })
  const rest = await seller.call(markAllNotificationsRead, { body: { upTo: newest!.id - 1 } })
  expect(rest).toMatchObject({ ok: true, body: { unread: 1 } })
  await sell()
  expect(expectOk(await seller.call(markAllNotificationsRead, { body: {} }))).toEqual({ unread: 0 })
  expect((await told()).every(({ read }) => read)).toBe(true)
})

test('nobody reads another’s', async () => {
  await sell()
  const [mine] = await told()
  const other = await shop.creator()

  expect(await told(other)).toEqual([])
  expect(await other.call(markNotificationRead, { params: { id: mine!.id } })).toMatchObject({
    status: 404,
    code: 'UNKNOWN_ERROR',
  })
  expect(await unread()).toBe(1)
})

test('a long list comes in pages of thirty', async () => {
  await sell()
  const [first] = await told()
  await shop.db.$client.query(
    `insert into notifications (user_id, kind, detail, dedupe_key)
     select user_id, kind, detail, 'copy:' || n from notifications, generate_series(1, 69) n where id = $1`,
    [first!.id],
  )
  const seen: number[] = []
  for (let cursor: number | undefined; ;) {
    const page = expectOk(
      await seller.call(listNotifications, { query: { ...(cursor && { cursor }) } }),
    )
    seen.push(...page.notifications.map(notification => notification.id))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(seen).toHaveLength(70)
  expect(new Set(seen).size).toBe(70)
})

describe('mails', () => {
  test('of a topic that is off are not sent, and the list still tells', async () => {
    const settings = expectOk(
      await seller.call(updateNotificationSettings, {
        body: { settings: [{ topic: 'sales', mail: false }] },
      }),
    )
    expect(settings.settings).toContainEqual({ topic: 'sales', mail: false, fixed: false })
    expect(settings).toEqual(expectOk(await seller.call(getNotificationSettings, {})))

    await sell()
    await shop.workDone()

    expect(await kinds()).toEqual(['sale'])
    expect((await shop.mailsTo(seller.email)).some(mail => /Vendiste/.test(mail.subject))).toBe(
      false,
    )
  })

  test('about the payment account cannot be switched off', async () => {
    const answer = await seller.call(updateNotificationSettings, {
      body: { settings: [{ topic: 'account', mail: false }] },
    })
    expect(answer).toMatchObject({ status: 400, code: 'INVALID_DATA' })

    expectOk(await seller.call(unlinkMercadoPago, {}))

    expect((await shop.mailTo(seller.email, /MercadoPago/)).text).toContain(
      '/dashboard/profile/payment',
    )
    expect(await told()).toMatchObject([{ kind: 'account_unlinked', account: 'unlinked' }])
  })

  test('speak the seller’s language', async () => {
    expectOk(await seller.call(updateUser, { body: { languagePreference: 'EN' } }))
    await sell()
    expect((await shop.mailTo(seller.email, /You sold/)).text).toContain('$\u00a07.120')
  })
})

describe('a seller is told at 80 % and at 100 % of the space', () => {
  const publish = () => shop.publish(seller, { file: pdfFile(FILE_BYTES) })

  test('once for each crossing, and again after files went', async () => {
    const ids = []
    for (let index = 0; index < 10; index += 1) ids.push((await publish()).id)
    expect(await kinds()).toEqual(['storage_100', 'storage_80'])

    // From 100 % to 70 %, and up over 80 % again.
    for (const id of ids.slice(0, 3)) expectOk(await seller.call(deleteProduct, { params: { id } }))
    expect(await kinds()).toHaveLength(2)
    await publish()
    expect(await kinds()).toEqual(['storage_80', 'storage_100', 'storage_80'])
    await shop.workDone()
    const subjects = (await shop.mailsTo(seller.email)).map(({ subject }) => subject)
    expect(subjects.filter(subject => /80 %/.test(subject))).toHaveLength(2)
    expect(subjects.filter(subject => /lleno/.test(subject))).toHaveLength(1)
  })

  test('once, when ten uploads at the same moment cross both', async () => {
    await Promise.all(Array.from({ length: 12 }, () => publish().catch(() => undefined)))
    expect((await kinds()).toSorted()).toEqual(['storage_100', 'storage_80'])
    expect(await shop.db.$count(notifications)).toBe(2)
  })
})
