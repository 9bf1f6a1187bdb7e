import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import { getSale } from '#contract/sales/order.ts'
import { orders, refunds, withdrawals } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  followWithdrawals,
  WITHDRAWAL_CODE,
  findSubjects,
  readWithdrawal,
  waitForWithdrawalState,
  withdraw,
} from '#tools/test-app/withdrawals.ts'

const BUYER = 'buyer@mail.test'
/** The subjects of the emails to buyers, in Spanish. */
const REFUNDING = /^Te vamos a devolver el dinero: /
const WAITING = /^Tu devolución se demora: /

const shop = useTestApp()

/** Makes the next step of every withdrawal due now. */
const makeDue = () => shop.db.update(withdrawals).set({ nextAt: new Date(Date.now() - 1000) })

describe('a withdrawal within the period', () => {
  test('a withdrawal within the period refunds by itself, closes the download, and tells buyer and seller', async () => {
    const { orderId, seller, token } = await createPaidOrder(shop)
    expect(await readWithdrawal(shop, token)).toMatchObject({
      option: 'refund',
      amountMinor: 890_000,
    })

    const answer = expectOk(await withdraw(shop, token))

    const { code } = answer.withdrawal!
    expect(code).toMatch(WITHDRAWAL_CODE)
    const mail = await shop.waitForMail(BUYER, REFUNDING)
    expect(mail.text).toContain(code)
    const order = await shop.waitForOrderState(token, 'refunded')
    expect(order.items[0]!.downloadUrl).toBeNull()
    await waitForWithdrawalState(shop, token, 'refunded')
    await shop.waitForMail(BUYER, /^Te devolvimos el dinero: /)
    await shop.waitForMail(seller.email, /Devolución de/)
    const sale = expectOk(await seller.call(getSale, { params: { orderId } }))
    const kinds = sale.history.map(({ kind }) => kind)
    expect(kinds).toContain('withdrawn')
    expect(sale.payments[0]!.refund).toMatchObject({ state: 'done', reason: code })
  })

  test('a withdrawal that is asked for twenty times at once is one code, one refund and one email', async () => {
    const { token } = await createPaidOrder(shop)

    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(shop, token)))

    const codes = answers.map(answer => expectOk(answer).withdrawal!.code)
    expect(new Set(codes).size).toBe(1)
    await shop.waitForOrderState(token, 'refunded')
    expect(await shop.db.$count(refunds)).toBe(1)
    expect(await findSubjects(shop, BUYER, REFUNDING)).toHaveLength(1)
  })

  test('a withdrawal within the period is done although the provider is down at first', async () => {
    const { paymentId, token } = await createPaidOrder(shop)
    await shop.provider.addFault({
      path: `/v1/payments/${paymentId}/refunds`,
      status: 503,
      times: 2,
    })

    expectOk(await withdraw(shop, token))

    await shop.waitForOrderState(token, 'refunded')
    expect(await shop.db.$count(refunds)).toBe(1)
  })

  test('a withdrawal within the period is not possible with a link that was replaced or made up', async () => {
    const { token } = await createPaidOrder(shop)
    expect(await withdraw(shop, 'A'.repeat(54))).toMatchObject({ status: 404 })
    await shop.db.update(orders).set({ tokenVersion: 2 })
    expect(await withdraw(shop, token)).toMatchObject({ code: 'ERROR_ORDER_LINK_REPLACED' })
    expect(await shop.db.$count(withdrawals)).toBe(0)
  })
})

describe('a withdrawal whose seller has no funds', () => {
  const refuse = (paymentId: string, times: number) =>
    shop.provider.addFault({ path: `/v1/payments/${paymentId}/refunds`, status: 400, times })

  test('a withdrawal whose seller has no funds is tried again a day later, and both are told', async () => {
    const { paymentId, seller, token } = await createPaidOrder(shop)
    await refuse(paymentId, 2)

    await withdraw(shop, token)
    await waitForWithdrawalState(shop, token, 'waiting_funds')

    expect(await findSubjects(shop, BUYER, WAITING)).toHaveLength(1)
    expect(await findSubjects(shop, seller.email, /No se pudo hacer la devolución/)).toHaveLength(1)
    const [row] = await shop.db.select().from(withdrawals)
    expect(row!.retryAt!.getTime() - Date.now()).toBeGreaterThan(DAY_MS - 120_000)
    await followWithdrawals(shop)
    await expect.poll(() => shop.db.$count(refunds), { timeout: 15_000 }).toBe(2)
    await expect
      .poll(async () => (await shop.db.select().from(withdrawals))[0]!.refusals, {
        timeout: 15_000,
      })
      .toBe(2)
    expect(await findSubjects(shop, BUYER, WAITING)).toHaveLength(1)
    expect(await findSubjects(shop, seller.email, /No se pudo hacer la devolución/)).toHaveLength(2)
    await followWithdrawals(shop)
    await shop.waitForOrderState(token, 'refunded')
    await waitForWithdrawalState(shop, token, 'refunded')
  })
})

describe('a withdrawal and a chargeback', () => {
  test('a withdrawal and a chargeback that come at once return the money once', async () => {
    const { paymentId, token } = await createPaidOrder(shop)

    await Promise.all([withdraw(shop, token), shop.provider.changePayment(paymentId, 'chargeback')])

    await expect
      .poll(async () => (await readWithdrawal(shop, token)).withdrawal?.state ?? 'none', {
        timeout: 15_000,
      })
      .toMatch(/^(refunded|disputed|none)$/)
    const ledger = (await shop.provider.readLedger()).refunds as { payment_id: number }[]
    const state = (await shop.readOrder(token)).state
    const refundsMade = ledger.filter(entry => String(entry.payment_id) === paymentId).length
    expect(refundsMade).toBe(state === 'refunded' ? 1 : 0)
    expect(await findSubjects(shop, BUYER, WAITING)).toEqual([])
  })

  test('a withdrawal and a chargeback exclude each other: after a chargeback nothing is refunded', async () => {
    const { paymentId, token } = await createPaidOrder(shop)
    await shop.provider.changePayment(paymentId, 'chargeback')
    await shop.waitForOrderState(token, 'charged_back')

    expect((await readWithdrawal(shop, token)).option).toBeNull()
    expect(await withdraw(shop, token)).toMatchObject({
      status: 409,
      code: 'PAYMENT_STATUS_ALREADY_CHANGED',
    })
    expect(await shop.db.$count(refunds)).toBe(0)
  })
})

describe('a voucher', () => {
  async function createVoucher() {
    const order = await createUnpaidOrder(shop)
    const { preferenceId } = order
    const paymentId = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    await shop.waitForOrderState(order.token, 'pending')
    return { ...order, paymentId }
  }

  test('a voucher of a withdrawn order is canceled at the provider, and nothing is refunded', async () => {
    const { paymentId, token } = await createVoucher()
    expect(await readWithdrawal(shop, token)).toMatchObject({ option: 'cancel', endsAt: null })

    expectOk(await withdraw(shop, token))

    await waitForWithdrawalState(shop, token, 'canceled')
    const { payments } = (await shop.provider.readLedger()) as unknown as {
      payments: { id: number; status: string }[]
    }
    expect(payments.find(({ id }) => String(id) === paymentId)!.status).toBe('cancelled')
    expect(await shop.db.$count(refunds)).toBe(0)
    expect((await shop.readOrder(token)).payment?.payUrl ?? null).toBeNull()
    await shop.waitForMail(BUYER, /^Cancelamos tu pedido: /)
  })

  test('a voucher of a withdrawn order that is paid before it can be canceled is refunded', async () => {
    const { paymentId, token } = await createVoucher()
    await shop.provider.addFault({
      path: `/v1/payments/${paymentId}`,
      method: 'PUT',
      status: 503,
      times: 1,
    })

    expectOk(await withdraw(shop, token))
    await shop.provider.changePayment(paymentId, 'accredit')

    await shop.waitForOrderState(token, 'refunded')
    await waitForWithdrawalState(shop, token, 'refunded')
  })
})

test('an order that nobody has paid cannot be withdrawn from', async () => {
  const { token } = await createUnpaidOrder(shop)
  expect(await readWithdrawal(shop, token)).toMatchObject({ option: null, withdrawal: null })
  expect(await withdraw(shop, token)).toMatchObject({ status: 409 })
})

test('a withdrawal whose job was lost is taken up again', async () => {
  const { token } = await createPaidOrder(shop)
  expectOk(await withdraw(shop, token))
  await shop.waitForOrderState(token, 'refunded')
  await waitForWithdrawalState(shop, token, 'refunded')
  await shop.db.update(withdrawals).set({ endedAs: null, endedAt: null })
  await makeDue()
  await expect
    .poll(async () => (await shop.db.select().from(withdrawals))[0]!.endedAs, { timeout: 15_000 })
    .toBe('refunded')
})
