import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getOrder, resendOrderLinks } from '#contract/orders/orders.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const BUYER = 'buyer@mail.test'
const LINKS = /^Tus enlaces/

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const ask = (body: { email: string } | { number: string }) =>
  shop.visitor().call(resendOrderLinks, { body })
const mails = async () => {
  await shop.waitForJobs()
  return (await shop.listMails(BUYER)).filter(({ subject }) => LINKS.test(subject))
}
const readNumber = async (token: string) =>
  expectOk(await shop.visitor().call(getOrder, { params: { token }, query: {} })).number

describe('the number of an order', () => {
  test('the number of an order, however it is typed, sends the link of that order to its own address', async () => {
    const { token } = await createPaidOrder(shop)
    const number = await readNumber(token)

    const reply = await ask({ number: ` ${number.toLowerCase().replace('-', ' ')} ` })

    expect(reply.status).toBe(202)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail!.text).toContain(number)
    expect(mail!.text).not.toContain(token)
    expect(await shop.visitor().call(getOrder, { params: { token }, query: {} })).toMatchObject({
      ok: true,
    })
  })

  test('the number of an order that does not exist is answered like one that does', async () => {
    const { token } = await createPaidOrder(shop)
    const known = await ask({ number: await readNumber(token) })
    const unknown = await ask({ number: '2222-2222' })

    expect(unknown).toEqual(known)
    expect(await mails()).toHaveLength(1)
  })

  test('the number of an order that is asked for 20 times at once leads to one email', async () => {
    const { token } = await createPaidOrder(shop)
    const number = await readNumber(token)

    const replies = await Promise.all(Array.from({ length: 20 }, () => ask({ number })))

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]))
    expect(await mails()).toHaveLength(1)
  })

  test.each([
    { number: 'K7M3' },
    { number: 'K7M3-2QRO' },
    {},
    { email: BUYER, number: '2222-2222' },
  ])('the number of an order must be whole, and without an email beside it: %o', async body => {
    expect(await ask(body as { number: string })).toMatchObject({
      status: 400,
      code: 'INVALID_DATA',
    })
  })
})

describe('the links by email', () => {
  test('the links by email include an order whose voucher is not paid yet, whose link stays valid', async () => {
    const { token, preferenceId } = await createUnpaidOrder(shop)
    await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    await shop.waitForOrderState(token, 'pending')

    expectOk(await ask({ email: BUYER }))

    const [mail] = await mails()
    expect(mail!.text).toContain(`${shop.origin}/order/${token}`)
    expect(mail!.text).toContain('Falta pagarlo')
    expect(await shop.visitor().call(getOrder, { params: { token }, query: {} })).toMatchObject({
      ok: true,
    })
  })

  test('the links by email leave out an order that nobody tried to pay', async () => {
    await createUnpaidOrder(shop)

    expectOk(await ask({ email: BUYER }))

    expect(await mails()).toEqual([])
  })
})

test('an order whose voucher waits can be paid in another way, and the voucher then no more', async () => {
  const { token, preferenceId } = await createUnpaidOrder(shop)
  await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
  const waiting = await shop.waitForOrderState(token, 'pending')
  expect(waiting.payment).toMatchObject({ payUrl: null })
  expect(waiting.payment!.otherWayUrl).toContain(preferenceId)

  await shop.provider.pay({ preferenceId, outcome: 'approved' })

  const paid = await shop.waitForOrderState(token, 'approved')
  expect(paid.payment!.otherWayUrl).toBeNull()
})

test('the delivery email names the payment method', async () => {
  await createPaidOrder(shop)

  const { text } = await shop.waitForMail(BUYER, /^Tu compra: /)

  expect(text).toContain('Pagaste con: ')
})
