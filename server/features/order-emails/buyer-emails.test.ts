import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { releaseOrder } from '#contract/admin/orders.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { refundSale } from '#contract/sales/order.ts'
import { jobs, orders, payments } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const BUYER = 'buyer@mail.test'
/** The subjects of the emails to buyers, in Spanish. */
const WAITING = /^Falta pagar tu cupón: /
const REMINDER = /^Tu cupón está por vencer: /
const EXPIRED = /^Venció tu cupón: /
const DECLINED = /^No se aprobó tu pago: /
const DELIVERY = /^Tu compra: /

const shop = useTestApp()

/** Waits until no job is due, and returns the subjects of the buyer's emails that match. */
async function subjects(pattern = /./): Promise<string[]> {
  await shop.waitForJobs()
  const mails = await shop.listMails(BUYER)
  return mails.map(({ subject }) => subject).filter(subject => pattern.test(subject))
}

/** Makes the jobs of a kind due now. @returns how many there are */
async function runScheduledJobs(kind: string): Promise<number> {
  const due = await shop.db
    .update(jobs)
    .set({ runAt: new Date(), state: 'waiting' })
    .where(eq(jobs.kind, kind))
    .returning({ id: jobs.id })
  return due.length
}

async function issueVoucher() {
  const order = await createUnpaidOrder(shop)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'pending_cash',
  })
  await shop.waitForOrderState(order.token, 'pending')
  return { ...order, paymentId }
}

async function payOrder() {
  const order = await createUnpaidOrder(shop)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForMail(BUYER, DELIVERY)
  return { ...order, paymentId }
}

describe('a voucher', () => {
  test('a voucher is emailed once with its amount, its deadline and the way back, however often its event arrives', async () => {
    const { token, paymentId } = await issueVoucher()

    const { text, html } = await shop.waitForMail(BUYER, WAITING)
    await shop.provider.sendWebhook({ paymentId, copies: 3 })

    expect(text.replaceAll('\u00a0', ' ')).toContain('$ 8.900')
    expect(text).toMatch(/hasta el \S+ \d+ de \S+ a las \d\d:\d\d \(hora de Buenos Aires\)/)
    expect(text).toContain(`${shop.origin}/order/${token}`)
    expect(html).toContain(`${shop.origin}/order/${token}`)
    expect(await subjects()).toHaveLength(1)
  })

  test('a voucher can be paid for three days, although it is chosen in the last moment of its payment page', async () => {
    const { token } = await issueVoucher()

    const [order] = await shop.db.select().from(orders)
    const { date_of_expiration: deadline } = (await shop.provider.readLedger()).payments.at(-1)!
    const daysAfterPage = (Date.parse(deadline!) - order!.expiresAt.getTime()) / DAY_MS
    expect(daysAfterPage).toBeGreaterThanOrEqual(3)
    expect(Date.parse((await shop.readOrder(token)).payment!.deadline!)).toBe(Date.parse(deadline!))
  })

  test('a buyer is reminded of a voucher once', async () => {
    await issueVoucher()
    await shop.waitForMail(BUYER, WAITING)

    expect(await runScheduledJobs('remind_of_voucher')).toBe(1)
    const { text } = await shop.waitForMail(BUYER, REMINDER)
    await shop.waitForJobs()
    await runScheduledJobs('remind_of_voucher')

    expect(text).toContain('(hora de Buenos Aires)')
    expect(await subjects(REMINDER)).toHaveLength(1)
  })

  test.each([
    ['paid', 'accredit', 'approved'],
    ['expired', 'expire', 'rejected'],
  ] as const)('a buyer is not reminded of a voucher once it is %s', async (_, action, state) => {
    const { token, paymentId } = await issueVoucher()
    await shop.provider.changePayment(paymentId, action)
    await shop.waitForOrderState(token, state)

    expect(await runScheduledJobs('remind_of_voucher')).toBe(1)

    expect(await subjects(REMINDER)).toEqual([])
  })

  test('a voucher that is paid while its reminder goes out is delivered once, and its buyer is not reminded afterwards', async () => {
    const vouchers = []
    for (let index = 0; index < 5; index += 1) vouchers.push(await issueVoucher())
    await subjects()

    await Promise.all([
      runScheduledJobs('remind_of_voucher'),
      ...vouchers.map(({ paymentId }) => shop.provider.changePayment(paymentId, 'accredit')),
    ])
    for (const { token } of vouchers) await shop.waitForOrderState(token, 'approved')

    const reminders = await subjects(REMINDER)
    expect(reminders.length).toBeLessThanOrEqual(vouchers.length)
    expect(await subjects(DELIVERY)).toHaveLength(vouchers.length)
    await runScheduledJobs('remind_of_voucher')
    expect(await subjects(REMINDER)).toEqual(reminders)
  })

  test('a buyer is reminded of a voucher in the 24 hours before its deadline, by day', async () => {
    await issueVoucher()

    const [payment] = await shop.db.select().from(payments)
    const [job] = await shop.db.select().from(jobs).where(eq(jobs.kind, 'remind_of_voucher'))

    const hoursBefore = (payment!.deadline!.getTime() - job!.runAt.getTime()) / HOUR_MS
    expect(hoursBefore).toBeGreaterThan(9)
    expect(hoursBefore).toBeLessThanOrEqual(24)
  })

  test('a voucher that expired is emailed once, with the way back', async () => {
    const { token, paymentId } = await issueVoucher()
    await shop.provider.changePayment(paymentId, 'expire')
    await shop.waitForOrderState(token, 'rejected')

    const { text } = await shop.waitForMail(BUYER, EXPIRED)
    await shop.provider.sendWebhook({ paymentId, copies: 2 })

    expect(text).toContain(`${shop.origin}/order/${token}`)
    expect(await subjects(EXPIRED)).toHaveLength(1)
  })
})

describe('a declined payment', () => {
  const decline = async (preferenceId: string, token: string) => {
    await shop.provider.pay({
      preferenceId,
      outcome: 'rejected',
      reason: 'cc_rejected_insufficient_amount',
    })
    await shop.waitForOrderState(token, 'rejected')
  }

  test('a declined payment is emailed once with its reason, after the buyer had time to try again', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    await decline(preferenceId, token)
    expect(await subjects()).toEqual([])

    expect(await runScheduledJobs('email_decline')).toBe(1)
    const { text } = await shop.waitForMail(BUYER, DECLINED)
    await shop.waitForJobs()
    await runScheduledJobs('email_decline')

    expect(text).toContain('La tarjeta no tenía fondos suficientes')
    expect(text).toContain(`${shop.origin}/order/${token}`)
    expect(await subjects()).toHaveLength(1)
  })

  test('a declined payment is not emailed if the buyer paid in the meantime', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    await decline(preferenceId, token)
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')

    expect(await runScheduledJobs('email_decline')).toBe(1)

    expect(await subjects(DECLINED)).toEqual([])
    expect(await subjects(DELIVERY)).toHaveLength(1)
  })

  test('a declined payment of a card that was in review is emailed at once', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    const paymentId = await shop.provider.pay({ preferenceId, outcome: 'in_process' })
    await shop.waitForOrderState(token, 'in_process')

    await shop.provider.changePayment(paymentId, 'reject')

    await shop.waitForMail(BUYER, DECLINED)
  })
})

describe('a review', () => {
  test('a review of a delivered order is emailed when it begins and when it ends', async () => {
    const { token, orderId, paymentId } = await payOrder()
    const admin = await createAdmin(shop)

    await shop.provider.sendWebhook({ topic: 'stop_delivery_op_wh', paymentId, copies: 2 })
    const held = await shop.waitForMail(BUYER, /^Estamos verificando tu pago: /)
    expectOk(await admin.call(releaseOrder, { params: { orderId }, body: { reason: 'Hablamos' } }))
    const released = await shop.waitForMail(BUYER, /^Terminamos de verificar tu pago: /)

    expect(held.text).toContain('No pagues de nuevo')
    expect(released.text).toContain('ya podés descargar')
    expect(released.text).toContain(`${shop.origin}/order/${token}`)
    expect(await subjects()).toHaveLength(3)
  })

  test('a review of a payment of another amount is emailed, and so is its refund', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    const paymentId = await shop.provider.pay({ preferenceId, outcome: 'approved', amount: 9000 })
    await shop.waitForOrderState(token, 'review')
    const { text } = await shop.waitForMail(BUYER, /^Estamos revisando tu pedido: /)

    await shop.provider.changePayment(paymentId, 'refund')
    const refund = await shop.waitForMail(BUYER, /^Te devolvimos el dinero: /)

    expect(text).toContain('lo está mirando una persona')
    expect(refund.text.replaceAll('\u00a0', ' ')).toContain('Te devolvimos $ 9.000 ')
    expect(await subjects()).toHaveLength(2)
  })
})

describe('money that returns', () => {
  test('money that returns is emailed once when the seller refunds the order', async () => {
    const { seller, orderId, token, paymentId } = await payOrder()

    expectOk(await seller.call(refundSale, { params: { orderId }, body: {} }))
    await shop.waitForOrderState(token, 'refunded')
    const { text } = await shop.waitForMail(BUYER, /^Te devolvimos el dinero: /)
    await shop.provider.sendWebhook({ paymentId, copies: 2 })

    expect(text.replaceAll('\u00a0', ' ')).toContain('Te devolvimos $ 8.900 ')
    expect(await subjects()).toHaveLength(2)
  })

  test('money that returns is emailed for each partial refund with the sum so far', async () => {
    const { paymentId } = await payOrder()
    const partRefunds = /^Te devolvimos una parte: /

    await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 1000 })
    await shop.waitForMail(BUYER, partRefunds)
    await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 500 })
    await expect.poll(() => subjects(partRefunds)).toHaveLength(2)

    const mails = await shop.listMails(BUYER)
    const texts = mails.map(({ text }) => text.replaceAll('\u00a0', ' ')).join('\n')
    expect(texts).toContain('te devolvimos $ 1.000.')
    expect(texts).toContain('te devolvimos $ 1.500.')
    expect(texts).toContain('Tus archivos siguen disponibles')
  })
})

test.each([
  ['for the seller', 'reimburse', 'quedó firme'],
  ['for the buyer', 'settle', 'se anuló'],
] as const)(
  'a dispute is emailed when it is opened and when it is decided %s',
  async (_, decision, words) => {
    const { token, paymentId } = await payOrder()

    await shop.provider.changePayment(paymentId, 'chargeback')
    await shop.waitForOrderState(token, 'charged_back')
    await shop.waitForMail(BUYER, /^Tu pago está en disputa: /)
    await shop.provider.changePayment(paymentId, decision)
    const { text } = await shop.waitForMail(BUYER, /^Terminó la disputa de tu pago: /)
    await shop.provider.sendWebhook({ paymentId, copies: 2 })

    expect(text).toContain(words)
    expect(await subjects()).toHaveLength(3)
  },
)
