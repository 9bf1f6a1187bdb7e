import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messageSeller } from '#contract/buyer-messages.ts'
import { getSale } from '#contract/sales/order.ts'
import { rateLimits } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const BUYER = 'buyer@mail.test'
const SUBJECT = /^Mensaje por el pedido /

let shop: TestApp
let order: Awaited<ReturnType<typeof createPaidOrder>>
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
})
beforeEach(async () => {
  await shop.reset()
  order = await createPaidOrder(shop)
})
afterAll(() => shop.close())

const write = (message: string) =>
  shop.visitor().call(messageSeller, { params: { token: order.token }, body: { message } })
const received = async () => {
  await shop.waitForJobs()
  const mails = await shop.listMails(order.seller.email)
  return mails.filter(({ subject }) => SUBJECT.test(subject))
}

test('a buyer’s message reaches the seller by email, and the answer reaches the buyer', async () => {
  expectOk(await write('El archivo no abre.\n<b>¿Me ayudás?</b>'))

  const mail = await shop.waitForMail(order.seller.email, SUBJECT)
  expect(mail.replyTo).toBe(BUYER)
  expect(mail.text).toContain('El archivo no abre.')
  expect(mail.html).not.toContain('<b>¿Me')
  expect(mail.text).toContain(`/dashboard/sales?sale=${order.orderId}`)
  // The buyer is sent nothing that could show the seller's address.
  const mailsToBuyer = await shop.listMails(BUYER)
  expect(JSON.stringify(mailsToBuyer)).not.toContain(order.seller.email)
  const { history } = expectOk(
    await order.seller.call(getSale, { params: { orderId: order.orderId } }),
  )
  expect(history.at(-1)).toMatchObject({ kind: 'buyer_wrote' })
})

test('three messages a day are sent, and the fourth is refused', async () => {
  const statuses = []
  for (const n of [1, 2, 3, 4]) statuses.push((await write(`Consulta número ${n}`)).status)

  expect(statuses).toEqual([202, 202, 202, 429])
  expect(await received()).toHaveLength(3)
})

test('the same message sent ten times at once is one email', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => write('El archivo no abre, ¿me ayudás?')),
  )

  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202))
  expect(await received()).toHaveLength(1)
})

test('a wrong link and a short message are refused', async () => {
  expect(await write('hola')).toMatchObject({ status: 400, code: 'INVALID_DATA' })
  const reply = await shop.visitor().call(messageSeller, {
    params: { token: 'nothing' },
    body: { message: 'El archivo no abre.' },
  })
  expect(reply).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
})

describe('a message about an order that is not paid', () => {
  const READY = 'Tu cuenta será cerrada, respondé este email.'
  const writeAbout = (token: string, message = READY) =>
    shop.visitor().call(messageSeller, { params: { token }, body: { message } })
  const orderUnpaid = async () => {
    const { id } = await shop.publish(order.seller)
    return shop.order(shop.visitor(), [{ id }], 'soporte@other.test')
  }

  test('a message about an unpaid order says that its sender has not paid, and has a way out', async () => {
    const { token } = await orderUnpaid()

    expectOk(await writeAbout(token))

    const mail = await shop.waitForMail(order.seller.email, SUBJECT)
    expect(mail.text).toContain('Te escribió alguien que no pagó el pedido')
    expect(mail.text).toContain('No está pagado')
    expect(mail.text).not.toContain('quien compró')
    expect(mail.text).toContain('/emails/')
  })

  test('a message about an unpaid order says that the payment is pending while the provider waits for it', async () => {
    const { token, preferenceId } = await orderUnpaid()
    await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    await shop.waitForOrderState(token, 'pending')

    expectOk(await writeAbout(token))

    const mail = await shop.waitForMail(order.seller.email, SUBJECT)
    expect(mail.text).toContain('Te escribió alguien cuyo pago está pendiente')
    expect(mail.text).not.toContain('quien compró')
  })

  test('a message about an unpaid order is sent four times an hour to one seller, whoever writes, while buyers still write', async () => {
    const statuses = []
    for (const n of [1, 2, 3, 4, 5]) {
      const { token } = await orderUnpaid()
      statuses.push((await writeAbout(token, `Consulta número ${n}`)).status)
    }

    expect(statuses).toEqual([202, 202, 202, 202, 429])
    expectOk(await write('El archivo no abre, ¿me ayudás?'))
    expect(await received()).toHaveLength(5)
  })

  test('a message about an unpaid order that was refused can be sent again once the limit has reset', async () => {
    const tokens = []
    for (const n of [1, 2, 3, 4, 5]) {
      const { token } = await orderUnpaid()
      tokens.push(token)
      await writeAbout(token, `Consulta número ${n}`)
    }
    await shop.db.delete(rateLimits)

    expectOk(await writeAbout(tokens.at(-1)!, 'Consulta número 5'))

    expect(await received()).toHaveLength(5)
  })
})

test('a message without a captcha is refused', async () => {
  const reply = await shop.visitor().request(`/api/public/order/${order.token}/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'El archivo no abre.' }),
  })
  expect(reply.status).toBe(403)
})
