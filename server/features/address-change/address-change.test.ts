import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeOrderAddress } from '#contract/admin/orders.ts'
import { changeOrderEmail, confirmOrderEmail } from '#contract/address-change.ts'
import { getOrder, renewOrderLink } from '#contract/orders/orders.ts'
import { getReceipt } from '#contract/receipts.ts'
import { changeSaleEmail, getSale } from '#contract/sales/order.ts'
import { addressChanges } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const MISTYPED = 'ana@gmial.test'
const RIGHT = 'ana@gmail.test'
const CONFIRM = /^Confirmá el email del pedido /
const MOVED = /tiene otro email$/

let shop: TestApp
let seller: Awaited<ReturnType<TestApp['seller']>>
/** The browser that made the order. */
let buyer: ApiClient
let orderId: string
let token: string
let preferenceId: string
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
  const product = await shop.publish(seller)
  buyer = shop.visitor()
  ;({ orderId, token, preferenceId } = await shop.order(buyer, [{ id: product.id }], MISTYPED))
})
afterAll(() => shop.close())

const pay = async () => {
  const paymentId = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  await shop.waitForMail(MISTYPED, /^Tu compra: /)
  return paymentId
}
const ask = (by: ApiClient, newEmail = RIGHT, link = token) =>
  by.call(changeOrderEmail, { params: { token: link }, body: { newEmail } })
const confirm = (linkToken: string) =>
  shop.visitor().call(confirmOrderEmail, { params: { token: linkToken } })
const visit = (link: string) =>
  shop.visitor().call(getOrder, { params: { token: link }, query: {} })
const confirmationSentTo = (address: string) => shop.waitForLinkToken(address, 'order-email')
const subjects = async (address: string, pattern = /./) => {
  await shop.waitForJobs()
  return (await shop.listMails(address))
    .map(({ subject }) => subject)
    .filter(text => pattern.test(text))
}
const download = async (link: string) => {
  const { items } = expectOk(await visit(link))
  const response = await fetch(items[0]!.downloadUrl!)
  await response.arrayBuffer()
  return response.status
}

describe('the browser that bought', () => {
  test('the browser that bought moves a paid order to the right address, which must confirm; the old links die and both are told', async () => {
    await pay()

    expect(expectOk(await ask(buyer))).toEqual({ confirmedBy: 'new_address' })
    expect(await visit(token)).toMatchObject({ ok: true })
    expect(await subjects(MISTYPED, MOVED)).toEqual([])
    const reply = expectOk(await confirm(await confirmationSentTo(RIGHT)))

    expect(reply.state).toBe('changed')
    expect(await visit(token)).toMatchObject({ code: 'ERROR_ORDER_LINK_REPLACED' })
    expect(expectOk(await visit(reply.orderToken!)).payerEmail).toBe('a•••@gmail.test')
    expect(await download(reply.orderToken!)).toBe(200)
    const delivery = await shop.waitForMail(RIGHT, /^Tu compra: /)
    expect(delivery.text).toContain(`${shop.origin}/order/${reply.orderToken}`)
    const notice = await shop.waitForMail(MISTYPED, MOVED)
    expect(notice.text).toContain('a•••@gmail.test')
    expect(notice.text).not.toContain(RIGHT)
    expect(notice.text).not.toContain('/order/')
  })

  test('the browser that bought moves an order whose voucher is not paid yet, and the delivery goes to the new address', async () => {
    const paymentId = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    await shop.waitForOrderState(token, 'pending')

    expectOk(await ask(buyer))
    const { orderToken } = expectOk(await confirm(await confirmationSentTo(RIGHT)))
    await shop.waitForMail(RIGHT, /^Tus enlaces/)
    await shop.provider.changePayment(paymentId, 'accredit')
    await shop.waitForOrderState(orderToken!, 'approved')

    await shop.waitForMail(RIGHT, /^Tu compra: /)
    expect(await subjects(MISTYPED, /^Tu compra: /)).toEqual([])
  })

  test('the browser that bought takes the order back even if a stranger at the mistyped address had the link replaced', async () => {
    await pay()
    expectOk(await shop.visitor().call(renewOrderLink, { params: { token } }))
    expect(await visit(token)).toMatchObject({ ok: false })

    expectOk(await ask(buyer))
    const { orderToken } = expectOk(await confirm(await confirmationSentTo(RIGHT)))

    expect(await download(orderToken!)).toBe(200)
  })

  test('the browser that bought keeps the receipt, which the old link no longer shows', async () => {
    await pay()
    const before = expectOk(await buyer.call(getReceipt, { params: { token } }))

    expectOk(await ask(buyer))
    const { orderToken } = expectOk(await confirm(await confirmationSentTo(RIGHT)))

    const after = expectOk(await buyer.call(getReceipt, { params: { token: orderToken! } }))
    expect(after).toEqual(before)
    expect(await buyer.call(getReceipt, { params: { token } })).toMatchObject({
      code: 'ERROR_ORDER_LINK_REPLACED',
    })
  })
})

describe('somebody else with the link', () => {
  test('somebody else with the link to an order changes nothing unless the current address agrees too, in either sequence', async () => {
    await pay()
    const thief = shop.visitor()

    expect(expectOk(await ask(thief, 'thief@mail.test'))).toEqual({ confirmedBy: 'both_addresses' })
    const reply = expectOk(await confirm(await confirmationSentTo('thief@mail.test')))

    expect(reply).toEqual({ state: 'waiting', orderToken: null })
    expect(expectOk(await visit(token)).payerEmail).toBe('a•••@gmial.test')
    expect(await subjects('thief@mail.test')).toHaveLength(1)

    // The owner of the current address agrees, and the link to the order goes to the new address only.
    const agreed = expectOk(await confirm(await confirmationSentTo(MISTYPED)))
    expect(agreed).toEqual({ state: 'changed', orderToken: null })
    await shop.waitForMail('thief@mail.test', /^Tu compra: /)
  })

  test('somebody else with the link to an order cannot use a replaced link', async () => {
    await pay()
    expectOk(await shop.visitor().call(renewOrderLink, { params: { token } }))
    expect(await visit(token)).toMatchObject({ ok: false })

    expect(await ask(shop.visitor())).toMatchObject({ code: 'ERROR_ORDER_LINK_REPLACED' })
  })

  test('somebody else with the link to an order learns nothing about the address by guessing: the answer is always the same', async () => {
    await pay()

    const right = await ask(shop.visitor(), MISTYPED)
    const wrong = await ask(shop.visitor(), 'guess@mail.test')

    expect(right).toEqual(wrong)
    const mail = await shop.waitForMail(MISTYPED, /^Tus enlaces/)
    expect(mail.text).toContain(`${shop.origin}/order/${token}`)
    expect(expectOk(await visit(token)).payerEmail).toBe('a•••@gmial.test')
  })

  test('somebody else with the link to an order is not taken for the buyer with the cookie of another order', async () => {
    await pay()
    const other = shop.visitor()
    const product = await shop.publish(seller, { name: 'Otro libro' })
    await shop.order(other, [{ id: product.id }], 'other@mail.test')

    expect(expectOk(await ask(other))).toEqual({ confirmedBy: 'both_addresses' })
  })
})

describe('a seller', () => {
  const askAsSeller = (by: ApiClient, newEmail = RIGHT) =>
    by.call(changeSaleEmail, { params: { orderId }, body: { newEmail } })

  test('a seller moves an own order to another address until the first download', async () => {
    await pay()
    expect(await askAsSeller(await shop.seller())).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })

    const ownAddress = seller.email.replace('@', '+buyer@')
    expect(await askAsSeller(seller, ownAddress)).toMatchObject({
      code: 'PAYMENT_STATUS_ALREADY_CHANGED',
    })
    expect(expectOk(await askAsSeller(seller))).toEqual({ confirmedBy: 'new_address' })
    expectOk(await confirm(await confirmationSentTo(RIGHT)))

    const { history, payerEmail } = expectOk(await seller.call(getSale, { params: { orderId } }))
    expect(payerEmail).toBe('a•••@gmail.test')
    expect(history).toContainEqual(
      expect.objectContaining({
        kind: 'email_changed',
        requestedBy: 'seller',
        address: 'a•••@gmail.test',
      }),
    )
  })

  test('a seller who moves an order needs the current address after a download, also after one that came before the confirmation', async () => {
    await pay()
    expectOk(await askAsSeller(seller))
    expect(await download(token)).toBe(200)
    expect(expectOk(await seller.call(getSale, { params: { orderId } })).emailChange).toBe(
      'both_addresses',
    )

    const reply = expectOk(await confirm(await confirmationSentTo(RIGHT)))
    expect(reply.state).toBe('waiting')
    expect(await visit(token)).toMatchObject({ ok: true })

    expectOk(await confirm(await confirmationSentTo(MISTYPED)))
    expect(await visit(token)).toMatchObject({ code: 'ERROR_ORDER_LINK_REPLACED' })
  })
})

test('an admin moves an order that was downloaded, with a reason', async () => {
  await pay()
  expect(await download(token)).toBe(200)
  const admin = await createAdmin(shop)

  const reply = await admin.call(changeOrderAddress, {
    params: { orderId },
    body: { newEmail: RIGHT, reason: 'Mandó el comprobante del pago' },
  })

  expect(expectOk(reply)).toEqual({ confirmedBy: 'new_address' })
  const { orderToken } = expectOk(await confirm(await confirmationSentTo(RIGHT)))
  expect(await download(orderToken!)).toBe(200)
})

describe('a request', () => {
  test('a request to change the address of an order is refused after a refund, for the same address, and for a fourth time in a day', async () => {
    const paymentId = await pay()
    expect(await ask(buyer, MISTYPED)).toMatchObject({ code: 'ERROR_USER_EMAIL_SAME_AS_CURRENT' })
    expectOk(await ask(buyer, 'one@mail.test'))
    expectOk(await ask(buyer, 'two@mail.test'))
    expect(await ask(buyer, 'three@mail.test')).toMatchObject({ status: 429 })

    await shop.provider.changePayment(paymentId, 'refund')
    await shop.waitForOrderState(token, 'refunded')
    expect(await confirm(await confirmationSentTo('one@mail.test'))).toMatchObject({
      code: 'PAYMENT_STATUS_ALREADY_CHANGED',
    })
    expect(await ask(shop.visitor())).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_CHANGED' })
  })

  test('a request to change the address of an order ends when another one is applied, so that of two at once one wins', async () => {
    await pay()
    expectOk(await ask(buyer, 'one@mail.test'))
    expectOk(await ask(buyer, 'two@mail.test'))
    const tokens = [
      await confirmationSentTo('one@mail.test'),
      await confirmationSentTo('two@mail.test'),
    ]

    const replies = await Promise.all(tokens.map(confirm))

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await subjects(MISTYPED, MOVED)).toHaveLength(1)
    expect(await shop.db.$count(addressChanges)).toBe(0)
  })

  test('a request to change an address that is confirmed 20 times at once is applied once, with one email to each address', async () => {
    await pay()
    expectOk(await ask(buyer))
    const confirmation = await confirmationSentTo(RIGHT)

    const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(confirmation)))

    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await subjects(RIGHT, /^Tu compra: /)).toHaveLength(1)
    expect(await subjects(MISTYPED, MOVED)).toHaveLength(1)
  })

  test('a request to change the address of an order that is confirmed while the order is paid loses neither the file nor the change', async () => {
    expectOk(await ask(buyer))
    const confirmation = await confirmationSentTo(RIGHT)

    const [reply] = await Promise.all([
      confirm(confirmation),
      shop.provider.pay({ preferenceId, outcome: 'approved' }),
    ])

    const { orderToken } = expectOk(reply)
    await shop.waitForOrderState(orderToken!, 'approved')
    expect(await download(orderToken!)).toBe(200)
    expect((await subjects(RIGHT, /^Tu compra: /)).length).toBeGreaterThan(0)
  })

  test('a request to change the address of an order expires after 72 hours', async () => {
    expectOk(await ask(buyer))
    const confirmation = await confirmationSentTo(RIGHT)
    await shop.db.update(addressChanges).set({ expiresAt: new Date(Date.now() - 1000) })

    expect(await confirm(confirmation)).toMatchObject({ code: 'ERROR_INVALID_OR_EXPIRED_TOKEN' })
  })

  test('a request to change the address of an order asks nobody more than once for each email', async () => {
    await pay()
    expectOk(await ask(shop.visitor()))

    expect(await subjects(RIGHT, CONFIRM)).toHaveLength(1)
    expect(await subjects(MISTYPED, CONFIRM)).toHaveLength(1)
  })
})
