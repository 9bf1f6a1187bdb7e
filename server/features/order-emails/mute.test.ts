import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type EmailTopic, getEmailChoices, setEmailChoice } from '#contract/order-emails.ts'
import { messageSeller } from '#contract/buyer-messages.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { jobs, mutedEmails } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { postOneClick } from '#tools/test-app/orders/one-click.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const BUYER = 'buyer@mail.test'
const WAITING = /^Falta pagar tu cupón: /
const REMINDER = /^Tu cupón está por vencer: /
const EXPIRED = /^Venció tu cupón: /
const DECLINED = /^No se aprobó tu pago: /
const DELIVERY = /^Tu compra: /

const shop = useTestApp()

async function subjects(pattern: RegExp): Promise<string[]> {
  await shop.waitForJobs()
  const mails = await shop.listMails(BUYER)
  return mails.map(({ subject }) => subject).filter(subject => pattern.test(subject))
}

const runReminders = () =>
  shop.db
    .update(jobs)
    .set({ runAt: new Date(), state: 'waiting' })
    .where(eq(jobs.kind, 'remind_of_voucher'))

async function issueVoucher() {
  const order = await createUnpaidOrder(shop)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'pending_cash',
  })
  await shop.waitForOrderState(order.token, 'pending')
  await shop.waitForMail(BUYER, WAITING)
  return { ...order, paymentId }
}

const mute = (token: string, topic: EmailTopic = 'payment') =>
  shop.visitor().call(setEmailChoice, { params: { token, topic }, query: {} })
const unmute = (token: string) =>
  shop
    .visitor()
    .call(setEmailChoice, { params: { token, topic: 'payment' }, query: { muted: '0' } })
const readMutedAt = async (id: string) =>
  (await shop.db.select().from(mutedEmails).where(eq(mutedEmails.subject, id)))[0]?.createdAt
const readMutedTopics = async (token: string) =>
  expectOk(await shop.visitor().call(getEmailChoices, { params: { token } })).topics.map(
    ({ topic, isMuted }) => `${topic} ${isMuted ? 'stopped' : 'sent'}`,
  )
/** The token in the header List-Unsubscribe of an email. */
const readToken = (unsubscribe: string) =>
  /\/api\/public\/emails\/([\w-]{86})\/payment>$/.exec(unsubscribe)?.[1]

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART =
  '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'

describe('a buyer who wants no emails about a payment', () => {
  test('a buyer who wants no emails about a payment gets no reminder and no email about the end of the voucher', async () => {
    const { token, paymentId } = await issueVoucher()

    expectOk(await mute(token))
    await runReminders()
    expect(await subjects(REMINDER)).toEqual([])
    await shop.provider.changePayment(paymentId, 'expire')
    const order = await shop.waitForOrderState(token, 'rejected')

    expect(await subjects(EXPIRED)).toEqual([])
    expect(order.arePaymentEmailsMuted).toBe(true)
  })

  test('a buyer who wants no emails about a payment gets no email about a declined payment or another voucher of the same order', async () => {
    const { token, preferenceId, paymentId } = await issueVoucher()
    expectOk(await mute(token))

    const card = await shop.provider.pay({ preferenceId, outcome: 'in_process' })
    await shop.provider.changePayment(paymentId, 'expire')
    await shop.provider.changePayment(card, 'reject')
    await shop.waitForOrderState(token, 'rejected')
    await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    await shop.waitForOrderState(token, 'pending')

    expect(await subjects(DECLINED)).toEqual([])
    expect(await subjects(WAITING)).toHaveLength(1)
  })

  test('a buyer who wants no emails about a payment gets the purchase and its refund all the same', async () => {
    const { token, paymentId } = await issueVoucher()
    expectOk(await mute(token))

    await shop.provider.changePayment(paymentId, 'accredit')
    await shop.waitForOrderState(token, 'approved')
    const delivery = await shop.waitForMail(BUYER, DELIVERY)
    await shop.provider.changePayment(paymentId, 'refund')
    const refund = await shop.waitForMail(BUYER, /^Te devolvimos el dinero: /)

    for (const { unsubscribe, text } of [delivery, refund]) {
      expect(unsubscribe).toBe('')
      expect(text).not.toContain('/emails/')
    }
  })

  test('a buyer who wants no emails about a payment gets the emails again after asking for them', async () => {
    const { token, paymentId } = await issueVoucher()
    expectOk(await mute(token))

    expectOk(await unmute(token))
    await shop.provider.changePayment(paymentId, 'expire')

    await shop.waitForMail(BUYER, EXPIRED)
    expect(await shop.readOrder(token)).toMatchObject({ arePaymentEmailsMuted: false })
  })

  test('a buyer who wants no emails about a payment can ask twenty times at once, which has the effect of once', async () => {
    const { token, orderId } = await issueVoucher()

    const answers = await Promise.all(Array.from({ length: 20 }, () => mute(token)))
    const mutedAt = await readMutedAt(orderId)
    expectOk(await mute(token))

    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(await readMutedAt(orderId)).toEqual(mutedAt)
  })

  test('a buyer who wants no emails about a payment is not named by another token', async () => {
    const { orderId } = await issueVoucher()
    expect(await mute('a'.repeat(54))).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    expect(await readMutedAt(orderId)).toBeUndefined()
  })
})

describe('an email about a voucher', () => {
  test('an email about a voucher has a link to a page that asks, and the headers for a click in the mail program', async () => {
    const { token } = await issueVoucher()
    await runReminders()

    for (const subject of [WAITING, REMINDER]) {
      const mail = await shop.waitForMail(BUYER, subject)
      const muteToken = readToken(mail.unsubscribe)
      expect(mail.unsubscribe).toBe(`<${shop.origin}/api/public/emails/${muteToken}/payment>`)
      expect(mail.unsubscribePost).toBe('List-Unsubscribe=One-Click')
      expect(mail.text).toContain(`${shop.origin}/emails/${muteToken}?topic=payment`)
      expect(mail.html).toContain(`${shop.origin}/emails/${muteToken}?topic=payment`)
      expect(muteToken).not.toBe(token)
    }
  })

  test('an email about a voucher has a token in its links that mutes and unmutes, and opens nothing else', async () => {
    const { orderId } = await issueVoucher()
    const { unsubscribe } = await shop.waitForMail(BUYER, WAITING)
    const token = readToken(unsubscribe)!
    const params = { token }

    expect(await shop.visitor().call(getOrder, { params, query: {} })).toMatchObject({
      code: 'PAYMENT_NOT_FOUND',
    })
    const body = { message: 'El archivo no abre, ¿me ayudás?' }
    expect(await shop.visitor().call(messageSeller, { params, body })).toMatchObject({
      code: 'PAYMENT_NOT_FOUND',
    })
    expectOk(await mute(token))
    expect(await readMutedAt(orderId)).toBeDefined()
    expectOk(await unmute(token))
    expect(await readMutedAt(orderId)).toBeUndefined()
  })

  test.each([
    ['a form', FORM, 'List-Unsubscribe=One-Click'],
    ['a form in parts', 'multipart/form-data; boundary=x', MULTIPART],
    ['a body of an unknown type', 'text/x-nothing', 'x'],
  ])(
    'an email about a voucher is muted by a mail program that posts %s without an origin',
    async (_, type, body) => {
      const { orderId } = await issueVoucher()
      const { unsubscribe } = await shop.waitForMail(BUYER, WAITING)

      const status = await postOneClick(unsubscribe.slice(1, -1), type, body)

      expect(status).toBe(204)
      expect(await readMutedAt(orderId)).toBeDefined()
    },
  )

  test('an email about a voucher is not muted by opening the links, or by a body that is too large', async () => {
    const { orderId } = await issueVoucher()
    const { unsubscribe } = await shop.waitForMail(BUYER, WAITING)
    const url = unsubscribe.slice(1, -1)

    expect((await fetch(url)).status).toBe(404)
    expect(await postOneClick(url, FORM, 'a'.repeat(2000))).toBe(413)

    expect(await readMutedAt(orderId)).toBeUndefined()
  })
})

describe('the page of choices', () => {
  test('the page of email choices shows all topics to the receiver of an email, and those of the order to whoever has its page open', async () => {
    const { token: ofPage } = await issueVoucher()
    const ofEmail = readToken((await shop.waitForMail(BUYER, WAITING)).unsubscribe)!

    expectOk(await mute(ofEmail, 'reviews'))

    expect(await readMutedTopics(ofEmail)).toEqual([
      'payment sent',
      'files sent',
      'reviews stopped',
      'unasked sent',
    ])
    expect(await readMutedTopics(ofPage)).toEqual(['payment sent', 'files sent'])
  })

  test('the page of email choices lets nobody who only has the page of an order open stop other emails to its address', async () => {
    const { token } = await issueVoucher()

    for (const topic of ['reviews', 'unasked'] as const)
      expect(await mute(token, topic)).toMatchObject({ code: 'ERROR_MISSING_OR_EXPIRED_TOKEN' })

    expect(await shop.db.$count(mutedEmails)).toBe(0)
  })

  test('the page of email choices is closed to tokens that are not ours', async () => {
    await issueVoucher()
    const token = readToken((await shop.waitForMail(BUYER, WAITING)).unsubscribe)!
    const ofMailbox = token.slice(0, 32) + token.slice(54)
    const ofOtherOrder = `${token.slice(0, 32)}${'A'.repeat(22)}${token.slice(54)}`

    for (const forged of ['nothing', 'a'.repeat(64), `${token}A`, ofMailbox, ofOtherOrder])
      expect(await mute(forged), forged).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })

    expect(await shop.db.$count(mutedEmails)).toBe(0)
  })
})

describe('at the same time', () => {
  test('an order whose payment emails are muted is delivered once when its voucher is paid', async () => {
    const vouchers = []
    for (let index = 0; index < 5; index += 1) vouchers.push(await issueVoucher())

    await Promise.all(
      vouchers.flatMap(({ token, paymentId }) => [
        shop.provider.changePayment(paymentId, 'accredit'),
        mute(token),
      ]),
    )
    for (const { token } of vouchers) await shop.waitForOrderState(token, 'approved')

    expect(await subjects(DELIVERY)).toHaveLength(vouchers.length)
  })

  test('a reminder is sent at most once if the voucher is muted while it goes out, and never afterwards', async () => {
    const vouchers = []
    for (let index = 0; index < 5; index += 1) vouchers.push(await issueVoucher())
    await shop.waitForJobs()

    await Promise.all([runReminders(), ...vouchers.map(({ token }) => mute(token))])
    const reminders = await subjects(REMINDER)
    await runReminders()

    expect(reminders.length).toBeLessThanOrEqual(vouchers.length)
    expect(await subjects(REMINDER)).toEqual(reminders)
  })
})
