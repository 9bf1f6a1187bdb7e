import { setDownloadsLeft } from '#tools/test-app/orders/set-downloads-left.ts'
import { describe, expect, test } from 'vitest'
import { closeSaleAccess, openSaleAccess } from '#contract/sales/access.ts'
import { downloadGrants, downloads } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import {
  CLOSING_REASON,
  ageOrders,
  createClosableOrder,
  createClosedOrder,
} from '#tools/test-app/orders/closable-order.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { createTestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { findSubjects } from '#tools/test-app/withdrawals.ts'

const BUYER = 'buyer@mail.test'
/** The subjects of the emails to buyers, in Spanish. */
const CLOSED = /^Cerraron tus descargas: /
const OPENED = /^Ya podés descargar: /

const shop = useTestApp()

describe('a seller who closes the downloads of an order', () => {
  test('a seller who closes the downloads of an order stops every download, and the buyer reads why and how to get the money back', async () => {
    const { close, download, token, readSale } = await createClosableOrder(shop)
    expect((await download()).status).toBe(200)

    expectOk(await close())

    const refused = await download()
    expect(refused.status).toBe(403)
    expect(refused.body).toContain('ERROR_DOWNLOADS_CLOSED')
    expect(await shop.db.$count(downloads)).toBe(1)
    const order = await shop.readOrder(token)
    expect(order).toMatchObject({
      state: 'approved',
      detail: 'access_closed',
      accessClosing: { reason: CLOSING_REASON },
      items: [{ downloadUrl: null }],
    })
    const mail = await shop.waitForMail(BUYER, CLOSED)
    expect(mail.text).toContain(CLOSING_REASON)
    expect(mail.text).toContain('podés escribirle')
    expect(mail.text).toContain(`${shop.origin}/order/${token}#withdrawal`)
    expect(await readSale()).toMatchObject({
      accessClosing: { reason: CLOSING_REASON },
      canCloseAccess: false,
      canResend: false,
    })
    expect((await readSale()).history.at(-1)).toMatchObject({
      kind: 'access_closed',
      note: CLOSING_REASON,
    })
    await expectCleanInvariants(shop)
  })

  test('a seller who closes the downloads of an order opens them again with all their time, and the buyer is told', async () => {
    const { open, download, token, readSale } = await createClosedOrder(shop)
    await shop.db.update(downloadGrants).set({ expiresAt: new Date() })
    await setDownloadsLeft(shop.db, 0)

    expectOk(await open())

    expect((await download()).status).toBe(200)
    expect((await shop.waitForMail(BUYER, OPENED)).text).toContain(`${shop.origin}/order/${token}`)
    expect(await shop.readOrder(token)).toMatchObject({ detail: 'delivered', accessClosing: null })
    expect((await readSale()).history.at(-1)).toMatchObject({
      kind: 'access_opened',
      requestedBy: 'seller',
    })
    expect(await open()).toMatchObject({ status: 409, code: 'PAYMENT_STATUS_ALREADY_SET' })
  })

  test('a seller who closes the downloads of an order does so once, although it is asked for twenty times at once', async () => {
    const { close, readSale } = await createClosableOrder(shop)

    const answers = await Promise.all(Array.from({ length: 20 }, close))

    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await findSubjects(shop, BUYER, CLOSED)).toHaveLength(1)
    const kinds = (await readSale()).history.map(({ kind }) => kind)
    expect(kinds.filter(kind => kind === 'access_closed')).toHaveLength(1)
  })

  test('a seller who closes the downloads of an order while it is downloaded lets nothing through afterwards', async () => {
    const { close, download } = await createClosableOrder(shop)

    const [closed, ...answers] = await Promise.all([
      close(),
      ...Array.from({ length: 8 }, download),
    ])

    expect(closed.status).toBe(204)
    for (const { status } of answers) expect([200, 403]).toContain(status)
    expect(await shop.db.$count(downloads)).toBe(
      answers.filter(({ status }) => status === 200).length,
    )
    expect((await download()).status).toBe(403)
    await expectCleanInvariants(shop)
  })

  test('a seller who closes the downloads of an order needs a reason, and a stranger cannot', async () => {
    const { orderId, seller } = await createClosableOrder(shop)
    const params = { orderId }
    expect(await seller.call(closeSaleAccess, { params, body: { reason: ' ' } })).toMatchObject({
      status: 400,
      issues: [{ path: 'reason' }],
    })
    const stranger = await shop.seller()
    expect(
      await stranger.call(closeSaleAccess, { params, body: { reason: CLOSING_REASON } }),
    ).toMatchObject({ status: 404 })
  })

  test.each([
    ['is not paid', () => createUnpaidOrder(shop)],
    [
      'is too old to be refunded for long',
      async () => {
        const order = await createPaidOrder(shop)
        await ageOrders(shop, 151)
        return order
      },
    ],
  ] as const)('a seller cannot close the downloads if the order %s', async (_, create) => {
    const { seller, orderId } = await create()
    expect(
      await seller.call(closeSaleAccess, { params: { orderId }, body: { reason: CLOSING_REASON } }),
    ).toMatchObject({ status: 409, code: 'PAYMENT_STATUS_ALREADY_CHANGED' })
  })
})

test('a seller can close the downloads of an order three times a day', async () => {
  const limited = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
  await limited.reset()
  const { seller, orderId } = await createPaidOrder(limited)
  const params = { orderId }

  const statuses = []
  for (let count = 0; count < 4; count += 1) {
    const body = { reason: CLOSING_REASON }
    statuses.push((await seller.call(closeSaleAccess, { params, body })).status)
    await seller.call(openSaleAccess, { params })
  }

  expect(statuses).toEqual([204, 204, 204, 429])
  await limited.close()
})
