import { expect, test } from 'vitest'
import { ORDER_DETAILS, REJECTION_REASONS, type Order } from '#contract/orders/orders.ts'
import type { PaymentResult } from '../order/order-detail-texts.ts'
import { getResultTexts } from './result-texts.ts'

const PAGES: PaymentResult[] = ['success', 'pending', 'failure']
const orderWith = (detail: Order['detail']) => ({
  detail,
  payment: null,
  isMailRefused: false,
  accessClosing: null,
})
const rejectedWith = (rejection: (typeof REJECTION_REASONS)[number]) => ({
  detail: 'rejected' as const,
  isMailRefused: false,
  accessClosing: null,
  payment: {
    method: null,
    deadline: null,
    instructionsUrl: null,
    payUrl: null,
    otherWayUrl: null,
    rejection,
  },
})

test.each([
  ['delivered', 'success', /Gracias por tu compra/],
  ['voucher_waiting', 'pending', /Falta pagar el cupón/],
  ['transfer_waiting', 'pending', /Falta hacer la transferencia/],
  ['card_in_review', 'pending', /en revisión/],
  ['on_hold', 'pending', /verificando/],
  ['rejected', 'failure', /rechazado/],
  ['voucher_expired', 'failure', /venció/],
  ['cancelled_by_buyer', 'failure', /No terminaste/],
  ['refunded', 'failure', /./],
  ['chargeback_open', 'failure', /disputa/],
] as const)('a %s order has the result %s on every page', (detail, result, title) => {
  for (const page of PAGES) {
    const texts = getResultTexts(page, orderWith(detail))
    expect(texts.result).toBe(result)
    expect(texts.title).toMatch(title)
  }
})

test('an order without a payment may be paid after the buyer went back, but not while MercadoPago reports a payment', () => {
  expect(getResultTexts('failure', orderWith('not_paid'))).toMatchObject({
    result: 'failure',
    hasNextStep: true,
  })
  for (const page of ['success', 'pending'] as const) {
    const texts = getResultTexts(page, orderWith('not_paid'))
    expect(texts).toMatchObject({ result: 'pending', hasNextStep: false })
    expect(texts.text).toContain('No pagues de nuevo')
  }
})

test('an order whose email was refused is not said to have been emailed', () => {
  const order = orderWith('delivered')
  expect(getResultTexts('success', order).text).toContain('te lo mandamos por email')
  const refused = getResultTexts('success', { ...order, isMailRefused: true })
  expect(refused.text).toBe('Ya podés descargar lo que compraste.')
})

test('only a rejected payment is called rejected', () => {
  for (const detail of ORDER_DETAILS)
    expect(/rechaz/.test(getResultTexts('failure', orderWith(detail)).title)).toBe(
      detail === 'rejected',
    )
})

test('each reason of a rejection has a text of its own, which says that nothing was charged', () => {
  const texts = REJECTION_REASONS.map(
    reason => getResultTexts('failure', rejectedWith(reason)).text,
  )
  expect(new Set(texts).size).toBe(REJECTION_REASONS.length)
  for (const text of texts) expect(text).toContain('No se cobró nada')
})
