import { randomUUID } from 'node:crypto'
import {
  MercadoPagoConfig,
  OAuth,
  Payment,
  PaymentRefund,
  Preference,
  WebhookSignatureValidator,
} from 'mercadopago'
import { AppConfig } from 'mercadopago/dist/utils/config/index.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  CALLBACK_URL,
  CLIENT_CREDENTIALS,
  startTestSimulator,
  createPkcePair,
  SELLER_ID,
  WEBHOOK_SECRET,
} from './test-simulator.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

// These tests call the simulator with MercadoPago's own SDK. The SDK has no setting for the base URL, so the test
// overwrites a constant. Options of a call leak into later calls with the same configuration, so each call gets a new
// configuration.
let provider: Awaited<ReturnType<typeof startTestSimulator>>
beforeEach(async () => {
  provider = await startTestSimulator()
  Object.assign(AppConfig, { BASE_URL: provider.origin })
})
afterEach(() => provider.close())

const configuration = (accessToken: string) =>
  new MercadoPagoConfig({ accessToken, options: { timeout: 3000, maxRetries: 0 } })
const items = [{ id: 'a', title: 'Un libro', quantity: 1, unit_price: 1500.5 }]

test('the SDK exchanges a code for tokens and refreshes them', async () => {
  const { verifier, challenge } = createPkcePair()
  const back = await provider.authorize(
    { user_id: String(SELLER_ID), decision: 'allow' },
    challenge,
  )

  // The SDK sends `code_verifier`, although its types do not contain the field.
  const proof = { code: back.get('code')!, redirect_uri: CALLBACK_URL, code_verifier: verifier }
  const linked = await new OAuth(configuration('none')).create({
    body: { ...CLIENT_CREDENTIALS, ...proof },
  })
  const renewed = await new OAuth(configuration('none')).refresh({
    body: { ...CLIENT_CREDENTIALS, refresh_token: linked.refresh_token },
  })

  expect(linked).toMatchObject({ user_id: SELLER_ID, expires_in: 15_552_000 })
  expect(renewed.refresh_token).not.toBe(linked.refresh_token)
})

test('the SDK creates, reads, updates and searches preferences', async () => {
  const { access_token: token } = await provider.link()
  const body = { items, external_reference: 'order-1', marketplace_fee: 150.05 }

  const made = await new Preference(configuration(token)).create({ body })
  const read = await new Preference(configuration(token)).get({ preferenceId: made.id! })
  const changed = await new Preference(configuration(token)).update({
    id: made.id!,
    updatePreferenceRequest: { ...body, external_reference: 'order-2' },
  })
  const found = await new Preference(configuration(token)).search({
    options: { external_reference: 'order-2' },
  })

  expect(made.init_point).toMatch(provider.origin)
  expect(read).toMatchObject({ id: made.id, marketplace_fee: 150.05, collector_id: SELLER_ID })
  expect(changed.external_reference).toBe('order-2')
  expect(found.elements).toHaveLength(1)
})

test('the SDK reads a payment and finds it by its external reference', async () => {
  const { access_token: token } = await provider.link()
  const body = { items, external_reference: 'order-3' }
  const preference = await new Preference(configuration(token)).create({ body })
  const id = await provider.pay(preference.id!)

  const read = await new Payment(configuration(token)).get({ id })
  const found = await new Payment(configuration(token)).search({
    options: { external_reference: 'order-3', sort: 'date_created', criteria: 'desc' },
  })

  expect(id).toBeGreaterThan(2 ** 31)
  expect(read).toMatchObject({ id, status: 'approved', transaction_amount: 1500.5 })
  expect(found.paging).toMatchObject({ total: 1 })
  expect(found.results?.[0]?.id).toBe(id)
})

test('the SDK refunds a part of a payment once per idempotency key, and then the rest', async () => {
  const { access_token: token } = await provider.link()
  const preference = await new Preference(configuration(token)).create({ body: { items } })
  const id = await provider.pay(preference.id!)
  const refund = (amount: number, idempotencyKey: string) =>
    new PaymentRefund(configuration(token)).create({
      payment_id: id,
      body: { amount },
      requestOptions: { idempotencyKey },
    })

  const key = randomUUID()
  const first = await refund(500, key)
  const repeated = await refund(500, key)
  await expect(refund(600, key)).rejects.toMatchObject({ status: 409 })
  await new PaymentRefund(configuration(token)).total({ payment_id: id })

  expect(repeated.id).toBe(first.id)
  expect(await new Payment(configuration(token)).get({ id })).toMatchObject({
    status: 'refunded',
    transaction_amount_refunded: 1500.5,
    refunds: [{ amount: 500 }, { amount: 1000.5 }],
  })
})

test('the SDK cancels a pending cash payment', async () => {
  const { access_token: token } = await provider.link()
  const preference = await new Preference(configuration(token)).create({ body: { items } })
  const id = await provider.pay(preference.id!, 'pending_cash')

  const cancelled = await new Payment(configuration(token)).cancel({ id })

  expect(cancelled).toMatchObject({ status: 'cancelled', status_detail: 'by_collector' })
})

test('the signature validator of the SDK accepts a webhook and rejects a forged one', async () => {
  await using receiver = await startWebhookReceiver()
  const { access_token: token } = await provider.link()
  const body = { items, notification_url: `${receiver.url}?source_news=webhooks` }
  const preference = await new Preference(configuration(token)).create({ body })

  await provider.pay(preference.id!)
  await provider.send('PUT', '/control/notifications', { badSignature: true })
  await provider.pay(preference.id!)

  await expect.poll(() => receiver.received.length).toBe(2)
  const validate = ({ headers, query }: (typeof receiver.received)[number]) =>
    WebhookSignatureValidator.validate({
      xSignature: headers['x-signature'],
      xRequestId: headers['x-request-id'],
      dataId: query['data.id'],
      secret: WEBHOOK_SECRET,
      toleranceSeconds: 60,
    })
  const [genuine, forged] = receiver.received
  expect(() => validate(genuine!)).not.toThrow()
  expect(() => validate(forged!)).toThrow('SignatureMismatch')
})
