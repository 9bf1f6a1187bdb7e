import { expect, test } from 'vitest'
import { startTestSimulator } from './test-simulator.ts'

const BACK_URLS = {
  success: 'http://localhost:3000/payment/success?order=abc',
  pending: 'http://localhost:3000/payment/pending?order=abc',
  failure: 'http://localhost:3000/payment/failure?order=abc',
}

test.each([
  ['approved', 'success', 'approved', 'credit_card'],
  ['account_money', 'success', 'approved', 'account_money'],
  ['in_process', 'pending', 'in_process', 'credit_card'],
  ['pending_cash', 'pending', 'pending', 'ticket'],
  ['rejected', 'failure', 'rejected', 'credit_card'],
  ['cancelled', 'failure', 'cancelled', 'credit_card'],
])(
  'the checkout redirects the outcome %s to the back URL %s',
  async (outcome, page, status, type) => {
    await using provider = await startTestSimulator()
    const terms = { back_urls: BACK_URLS, external_reference: 'order-1' }
    const preference = await provider.sell(await provider.link(), terms)
    const path = preference.init_point.slice(provider.origin.length)

    const reply = await provider.submit(path, { outcome, email: 'buyer@cuentas.example' })

    const address = reply.headers.get('location')!
    const { body } = await provider.send('GET', '/control/ledger')
    const [payment] = body.payments
    expect(reply.status).toBe(303)
    expect(address.split('?')[0]).toBe(`http://localhost:3000/payment/${page}`)
    expect([...new URL(address).searchParams]).toEqual([
      ['order', 'abc'],
      ['collection_id', String(payment.id)],
      ['collection_status', status],
      ['payment_id', String(payment.id)],
      ['status', status],
      ['external_reference', 'order-1'],
      ['payment_type', type],
      ['merchant_order_id', payment.order.id],
      ['preference_id', preference.id],
      ['site_id', 'MLA'],
      ['processing_mode', 'aggregator'],
      ['merchant_account_id', 'null'],
    ])
    expect(payment).toMatchObject({ status, payer: { email: 'buyer@cuentas.example' } })
  },
)

test('the checkout redirects a buyer who does not pay with the text null for missing parameters', async () => {
  await using provider = await startTestSimulator()
  const preference = await provider.sell(await provider.link(), { back_urls: BACK_URLS })
  const path = preference.init_point.slice(provider.origin.length)

  const reply = await provider.submit(path, { outcome: 'back' })

  const { searchParams, pathname } = new URL(reply.headers.get('location')!)
  expect(pathname).toBe('/payment/failure')
  for (const name of ['payment_id', 'status', 'external_reference', 'merchant_order_id'])
    expect(searchParams.get(name)).toBe('null')
})

test('the checkout page shows the items in the browser’s language and says that it is a simulator', async () => {
  await using provider = await startTestSimulator()
  const preference = await provider.sell(await provider.link())

  const spanish = await (await fetch(preference.init_point)).text()
  const headers = { 'accept-language': 'en' }
  const english = await (await fetch(preference.init_point, { headers })).text()

  expect(spanish).toContain('MercadoPago (simulador)')
  expect(spanish).toContain('Un libro')
  expect(spanish).toContain('<html lang="es">')
  expect(english).toContain('MercadoPago (simulator)')
  expect(english).toContain('name="outcome" value="pending_cash"')
})

test('the checkout page escapes HTML in titles', async () => {
  await using provider = await startTestSimulator()
  const items = [{ title: '<script>alert(1)</script>', quantity: 1, unit_price: 10 }]
  const preference = await provider.sell(await provider.link(), { items })

  const page = await (await fetch(preference.init_point)).text()

  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toContain('<script>')
})

test('a paid preference shows no payment form, but a form that was opened before the payment can pay a second time', async () => {
  await using provider = await startTestSimulator()
  const preference = await provider.sell(await provider.link(), { back_urls: BACK_URLS })
  const path = preference.init_point.slice(provider.origin.length)

  await provider.submit(path, { outcome: 'approved' })
  const page = await (await fetch(preference.init_point)).text()
  const second = await provider.submit(path, { outcome: 'approved' })

  expect(page).toContain('Este pago ya está hecho')
  expect(second.headers.get('location')).toContain('status=approved')
})

test('an expired preference cannot be paid', async () => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  const preference = await provider.sell(tokens, { back_urls: BACK_URLS })
  const path = preference.init_point.slice(provider.origin.length)
  const past = { expires: true, expiration_date_to: '2020-01-01T00:00:00.000-03:00' }

  await provider.send('PUT', `/checkout/preferences/${preference.id}`, past, provider.as(tokens))
  const page = await (await fetch(preference.init_point)).text()
  const attempt = await provider.submit(path, { outcome: 'approved' })
  const control = { preferenceId: preference.id, outcome: 'approved' }

  expect(page).toContain('venció')
  expect(attempt.headers.get('location')).toBeNull()
  expect(await provider.send('POST', '/control/pay', control)).toMatchObject({ status: 400 })
})

test('the voucher page shows the number of a cash payment, and its button approves the payment', async () => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  const preference = await provider.sell(tokens)
  const id = await provider.pay(preference.id, 'pending_cash')
  const read = () => provider.send('GET', `/v1/payments/${id}`, undefined, provider.as(tokens))
  const voucher = (await read()).body.transaction_details.external_resource_url

  const page = await (await fetch(voucher)).text()
  await provider.submit(`/voucher/${id}`, {})

  expect(page).toContain(String(id))
  expect((await read()).body.status).toBe('approved')
})
