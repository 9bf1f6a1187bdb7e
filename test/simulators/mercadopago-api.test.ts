import { expect, test } from 'vitest'
import { startTestSimulator, SELLER_ID } from './test-simulator.ts'

const ITEM = { title: 'Un libro', quantity: 1, unit_price: 1000 }
const FAR = '2030-01-01T00:00:00.000-03:00'

test.each([
  ['no items', { items: [] }],
  ['a quantity of zero', { items: [{ ...ITEM, quantity: 0 }] }],
  ['a fractional quantity', { items: [{ ...ITEM, quantity: 0.5 }] }],
  ['a price of zero', { items: [{ ...ITEM, unit_price: 0 }] }],
  ['a price with three decimals', { items: [{ ...ITEM, unit_price: 1.005 }] }],
  ['the currency of another country', { items: [{ ...ITEM, currency_id: 'BRL' }] }],
  ['a negative fee', { marketplace_fee: -1 }],
  ['a fee as high as the total', { marketplace_fee: 1000 }],
  ['auto_return but no success URL', { auto_return: 'approved' }],
  ['a relative back URL', { back_urls: { success: '/payment' } }],
  ['a reference that is too long', { external_reference: 'x'.repeat(257) }],
  ['a statement descriptor that is too long', { statement_descriptor: 'x'.repeat(23) }],
  ['a date without an offset', { expires: true, expiration_date_to: '2030-01-01T00:00:00' }],
  [
    'an expiration that ends when it begins',
    { expiration_date_from: FAR, expiration_date_to: FAR },
  ],
])('the MercadoPago simulator rejects a preference with %s', async (_name, change) => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()

  const body = { items: [ITEM], ...change }
  const reply = await provider.send('POST', '/checkout/preferences', body, provider.as(tokens))

  expect(reply).toMatchObject({ status: 400, body: { status: 400, message: expect.any(String) } })
})

test.each(['MLC', 'MCO'] as const)(
  'the MercadoPago simulator of the country site %s rejects prices with decimals',
  async site => {
    await using provider = await startTestSimulator({ site })
    const tokens = await provider.link()

    const items = [{ ...ITEM, unit_price: 999.5 }]
    const reply = await provider.send(
      'POST',
      '/checkout/preferences',
      { items },
      provider.as(tokens),
    )

    expect(reply.body.message).toContain('must be expressed with integer values')
  },
)

test('an idempotency key returns the first preference, and is rejected with another body', async () => {
  await using provider = await startTestSimulator()
  const headers = { ...provider.as(await provider.link()), 'x-idempotency-key': 'one-action' }
  const make = (external_reference: string) =>
    provider.send('POST', '/checkout/preferences/', { items: [ITEM], external_reference }, headers)

  const first = await make('order-1')
  const repeated = await make('order-1')
  const other = await make('order-2')

  expect(repeated.body).toEqual(first.body)
  expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_key_already_used' } })
})

test('an approved payment deducts the provider fee and the marketplace fee from the seller’s amount', async () => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  const preference = await provider.sell(tokens, { marketplace_fee: 200 })

  const id = await provider.pay(preference.id)
  const { body } = await provider.send('GET', `/v1/payments/${id}`, undefined, provider.as(tokens))

  expect(body).toMatchObject({
    collector_id: SELLER_ID,
    fee_details: [
      { type: 'mercadopago_fee', amount: 62.9, fee_payer: 'collector' },
      { type: 'application_fee', amount: 200, fee_payer: 'collector' },
    ],
    transaction_details: { net_received_amount: 737.1, total_paid_amount: 1000 },
  })
})

test('a payment can be read neither by another seller nor without a token', async () => {
  await using provider = await startTestSimulator()
  const preference = await provider.sell(await provider.link())
  const id = await provider.pay(preference.id)

  const other = provider.as(await provider.link(SELLER_ID - 1))
  const foreign = await provider.send('GET', `/v1/payments/${id}`, undefined, other)
  const nobody = await provider.send('GET', `/v1/payments/${id}`)

  expect(foreign).toMatchObject({ status: 404, body: { cause: [{ code: 2000 }] } })
  expect(nobody).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
})

test('the control API creates payments with another amount, currency or collector', async () => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  const preference = await provider.sell(tokens)

  const overrides = { amount: 1, currency: 'USD', collectorId: SELLER_ID - 2 }
  const id = await provider.pay(preference.id, 'approved', overrides)
  const { body } = await provider.send('GET', `/v1/payments/${id}`, undefined, provider.as(tokens))

  expect(body).toMatchObject({
    transaction_amount: 1,
    currency_id: 'USD',
    collector_id: SELLER_ID - 2,
  })
})

test('the payment search filters by status, sorts by date and pages the results', async () => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  const preference = await provider.sell(tokens)
  const first = await provider.pay(preference.id, 'rejected')
  const second = await provider.pay(preference.id, 'rejected')
  await provider.pay(preference.id, 'approved')

  const search = (query: string) =>
    provider.send('GET', `/v1/payments/search?${query}`, undefined, provider.as(tokens))
  const newest = await search('sort=date_created&criteria=desc&status=rejected&limit=1')
  const next = await search('sort=date_created&criteria=desc&status=rejected&limit=1&offset=1')
  const unsorted = await search('status=rejected')

  expect(newest.body.paging).toEqual({ total: 2, limit: 1, offset: 0 })
  expect([newest.body.results[0].id, next.body.results[0].id]).toEqual([second, first])
  expect(unsorted.status).toBe(400)
})

test.each([
  ['without an idempotency key', {}, {}, 4292],
  ['of zero', { amount: 0 }, { 'x-idempotency-key': 'k' }, 4040],
  ['with a word as the amount', { amount: 'all' }, { 'x-idempotency-key': 'k' }, 4041],
])('the MercadoPago simulator rejects a refund %s', async (_name, body, headers, code) => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  const id = await provider.pay((await provider.sell(tokens)).id)

  const path = `/v1/payments/${id}/refunds`
  const reply = await provider.send('POST', path, body, { ...provider.as(tokens), ...headers })

  expect(reply).toMatchObject({ status: 400, body: { cause: [{ code }] } })
})

test.each<[string, [string, string, string][]]>([
  ['pending_cash', [['accredit', 'approved', 'accredited']]],
  [
    'pending_cash',
    [
      ['expire', 'cancelled', 'expired'],
      ['accredit', 'approved', 'accredited'],
    ],
  ],
  ['in_process', [['reject', 'rejected', 'cc_rejected_high_risk']]],
  [
    'approved',
    [
      ['partial_refund', 'approved', 'partially_refunded'],
      ['refund', 'refunded', 'by_admin'],
    ],
  ],
  [
    'approved',
    [
      ['mediation', 'in_mediation', 'pending'],
      ['refund', 'refunded', 'by_admin'],
    ],
  ],
  [
    'approved',
    [
      ['chargeback', 'charged_back', 'in_process'],
      ['reimburse', 'approved', 'reimbursed'],
    ],
  ],
  [
    'approved',
    [
      ['chargeback', 'charged_back', 'in_process'],
      ['settle', 'charged_back', 'settled'],
    ],
  ],
])('a payment with the outcome %s accepts the actions %j', async (outcome, steps) => {
  await using provider = await startTestSimulator()
  const id = await provider.pay((await provider.sell(await provider.link())).id, outcome)

  for (const [action, status, statusDetail] of steps) {
    const { body } = await provider.send('POST', `/control/payments/${id}`, { action })
    expect(body).toEqual({ paymentId: id, status, statusDetail })
  }
})

test('the control API rejects the refund of a rejected payment', async () => {
  await using provider = await startTestSimulator()
  const id = await provider.pay((await provider.sell(await provider.link())).id, 'rejected')

  const reply = await provider.send('POST', `/control/payments/${id}`, { action: 'refund' })

  expect(reply).toMatchObject({ status: 400, body: { cause: [{ code: 2063 }] } })
})

test('a seller can read the chargeback and the merchant order of a payment', async () => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  const id = await provider.pay((await provider.sell(tokens)).id)
  const read = (path: string) => provider.send('GET', path, undefined, provider.as(tokens))
  const payment = (await read(`/v1/payments/${id}`)).body

  const order = await read(`/merchant_orders/${payment.order.id}`)
  await provider.send('POST', `/control/payments/${id}`, { action: 'chargeback' })
  const { chargebacks } = (await provider.send('GET', '/control/ledger')).body
  const chargeback = await read(`/v1/chargebacks/${chargebacks[0].id}`)

  expect(order.body).toMatchObject({ status: 'closed', order_status: 'paid', payments: [{ id }] })
  expect(chargeback.body).toMatchObject({
    payments: [{ id }],
    documentation_status: 'not_supplied',
  })
})
