/**
 * Validates the MercadoPago simulator against the provider's own OpenAPI document: makes every call that the simulator
 * has, including the failing ones, and validates each response by the document's schema.
 * Usage: `node scripts/validate-simulator.ts <openapi.yaml>`. Exits with 1 if a response is invalid.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadOpenApiValidator } from '../simulators/openapi/openapi-validator.ts'
import { startMercadoPagoSimulator } from '../simulators/mercadopago/start.ts'

type Json = Record<string, unknown>
interface Call {
  /** A short description of the case for the report. */
  about: string
  /** The path template in the OpenAPI document, such as `/v1/payments/{id}`. */
  path: string
  values?: Record<string, string | number>
  query?: string
  body?: object
  headers?: Record<string, string>
  /** The HTTP status that the simulator must answer with. */
  status: number
}

const CLIENT = { client_id: '7001', client_secret: 'secret' }
const CALLBACK = 'http://localhost:3000/callback'
const SELLER = 2_147_483_647
const ITEMS = [{ id: '1', title: 'Un libro', quantity: 2, unit_price: 750.5, currency_id: 'ARS' }]
const NEWEST = 'sort=date_created&criteria=desc'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Usage: validate-simulator.ts <openapi.yaml>')
const validator = await loadOpenApiValidator(file)

const webhookEvents: Json[] = []
const receiver = createServer((request, reply) => {
  void json(request).then(body => webhookEvents.push(body as Json))
  reply.end()
})
await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
const simulator = await startMercadoPagoSimulator({
  clientId: CLIENT.client_id,
  clientSecret: CLIENT.client_secret,
  webhookSecret: 'signature',
  redirectUris: [CALLBACK],
  webhookUrl,
})
let validatedCount = 0
let faultCount = 0
try {
  await validateAll()
} finally {
  await simulator.close()
  receiver.close()
}
console.log(`${validatedCount} responses validated, ${faultCount} faults`)
process.exitCode = faultCount > 0 ? 1 : 0

async function validateAll() {
  const { authorization } = await validateTokens()
  const headers = { authorization }
  const made = await validatePreferences(headers)
  await validatePayments(headers, String(made.id))
  await validateRefunds(headers, String(made.id))
  await validateOrdersAndChargebacks(headers, String(made.id))
  await validateWebhookEvents()
}

async function validateTokens() {
  const path = '/oauth/token'
  const code = await authorize()
  const grant = {
    ...CLIENT,
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
  }
  const first = await post({ about: 'code', path, body: grant, status: 200 })
  await post({ about: 'code again', path, body: grant, status: 400 })
  const wrong = { ...grant, client_secret: 'guess' }
  await post({ about: 'wrong secret', path, body: wrong, status: 400 })
  await post({ about: 'no grant', path, body: CLIENT, status: 400 })
  const refresh = { ...CLIENT, grant_type: 'refresh_token', refresh_token: first.refresh_token }
  const second = await post({ about: 'refresh', path, body: refresh, status: 200 })
  await post({ about: 'refresh again', path, body: refresh, status: 400 })
  await control('/control/faults', { path, status: 429, times: 1 })
  await post({ about: 'too many', path, body: refresh, status: 429 })
  return { authorization: `Bearer ${String(second.access_token)}` }
}

async function validatePreferences(headers: Record<string, string>) {
  const path = '/checkout/preferences'
  const all = {
    items: ITEMS,
    payer: { email: 'buyer@cuentas.example' },
    back_urls: { success: CALLBACK, pending: CALLBACK, failure: CALLBACK },
    auto_return: 'approved',
    external_reference: 'order-1',
    marketplace_fee: 150.1,
    metadata: { order: 'order-1' },
    expires: true,
    expiration_date_to: '2099-01-01T00:00:00.000-03:00',
    date_of_expiration: '2099-01-01T00:00:00.000-03:00',
    statement_descriptor: 'KIOSKO',
  }
  await post({ about: 'least', path, headers, body: { items: ITEMS }, status: 201 })
  const made = await post({ about: 'all fields', path, headers, body: all, status: 201 })
  await post({ about: 'no items', path, headers, body: { items: [] }, status: 400 })
  await post({ about: 'no token', path, body: all, status: 401 })
  const one = { path: `${path}/{id}`, values: { id: String(made.id) }, headers }
  await get({ about: 'own', ...one, status: 200 })
  await get({ about: 'unknown', ...one, values: { id: 'x' }, status: 404 })
  await put({ about: 'changed', ...one, body: { external_reference: 'order-2' }, status: 200 })
  await put({ about: 'wrong', ...one, body: { items: [] }, status: 400 })
  const search = { path: `${path}/search`, headers }
  await get({ about: 'by reference', ...search, query: 'external_reference=order-2', status: 200 })
  await get({ about: 'wrong page', ...search, query: 'limit=x', status: 400 })
  await get({ about: 'no token', path: search.path, status: 401 })
  return made
}

async function validatePayments(headers: Record<string, string>, preferenceId: string) {
  const path = '/v1/payments/{id}'
  const read = (about: string, id: string | number) =>
    get({ about, path, values: { id }, headers, status: 200 })
  const outcomes = [
    'approved',
    'account_money',
    'in_process',
    'pending_cash',
    'rejected',
    'cancelled',
  ]
  for (const outcome of outcomes) await read(outcome, await pay(preferenceId, outcome))
  for (const action of ['partial_refund', 'refund', 'mediation', 'chargeback']) {
    const id = await pay(preferenceId, 'approved')
    await control(`/control/payments/${id}`, { action })
    await read(action, id)
  }
  const cancelled = { body: { status: 'cancelled' }, headers }
  const waiting = { values: { id: await pay(preferenceId, 'pending_cash') } }
  await put({ about: 'cancel', path, ...waiting, ...cancelled, status: 200 })
  await put({ about: 'cancel again', path, ...waiting, ...cancelled, status: 400 })
  const cancellations = '/v1/payments/{id}/cancellations'
  const other = { values: { id: await pay(preferenceId, 'in_process') } }
  await put({ about: 'in process', path: cancellations, ...other, ...cancelled, status: 200 })
  await get({ about: 'unknown', path, values: { id: 1 }, headers, status: 404 })
  await get({ about: 'no number', path, values: { id: 'x' }, headers, status: 400 })
  await get({ about: 'no token', path, values: { id: 1 }, status: 401 })
  const search = '/v1/payments/search'
  await get({ about: 'newest first', path: search, query: NEWEST, headers, status: 200 })
  await get({ about: 'no sort', path: search, headers, status: 400 })
  await get({ about: 'no token', path: search, query: NEWEST, status: 401 })
}

async function validateRefunds(token: Record<string, string>, preferenceId: string) {
  const id = await pay(preferenceId, 'approved')
  const path = '/v1/payments/{id}/refunds'
  const values = { id }
  const keyed = (key: string) => ({ ...token, 'x-idempotency-key': key })
  const part = { path, values, body: { amount: 100 } }
  const made = await post({ about: 'part', ...part, headers: keyed('a'), status: 201 })
  await post({ about: 'same key', ...part, headers: keyed('a'), status: 201 })
  const reused = { ...part, body: { amount: 7 } }
  await post({ about: 'key reused', ...reused, headers: keyed('a'), status: 409 })
  await post({ about: 'no key', ...part, headers: token, status: 400 })
  const tooMuch = { ...part, body: { amount: 1e6 } }
  await post({ about: 'too much', ...tooMuch, headers: keyed('b'), status: 400 })
  await post({ about: 'all', path, values, body: {}, headers: keyed('c'), status: 201 })
  await post({ about: 'nothing left', path, values, headers: keyed('d'), status: 400 })
  await post({ about: 'unknown', path, values: { id: 1 }, headers: keyed('e'), status: 404 })
  await post({ about: 'no token', ...part, headers: { 'x-idempotency-key': 'f' }, status: 401 })
  await get({ about: 'list', path, values, headers: token, status: 200 })
  const one = { path: `${path}/{refund_id}`, headers: token }
  const known = { id, refund_id: String(made.id) }
  await get({ about: 'one', ...one, values: known, status: 200 })
  await get({ about: 'unknown', ...one, values: { id, refund_id: 1 }, status: 404 })
}

async function validateOrdersAndChargebacks(headers: Record<string, string>, preferenceId: string) {
  const id = await pay(preferenceId, 'approved')
  await control(`/control/payments/${id}`, { action: 'chargeback' })
  const { payments, chargebacks } = await control('/control/ledger')
  const { order } = (payments as { id: number; order: { id: string } }[]).find(p => p.id === id)!
  const orders = '/merchant_orders/{id}'
  await get({ about: 'own', path: orders, values: { id: order.id }, headers, status: 200 })
  await get({ about: 'unknown', path: orders, values: { id: 1 }, headers, status: 404 })
  await get({ about: 'no number', path: orders, values: { id: 'x' }, headers, status: 400 })
  await get({ about: 'no token', path: orders, values: { id: order.id }, status: 401 })
  const path = '/v1/chargebacks/{id}'
  const chargeback = (chargebacks as { id: string }[]).at(-1)!
  await get({ about: 'own', path, values: { id: chargeback.id }, headers, status: 200 })
  await get({ about: 'unknown', path, values: { id: 1 }, headers, status: 404 })
}

/**
 * Validates the webhook bodies of payments only: the document does not describe the other topics, such as
 * chargebacks.
 */
async function validateWebhookEvents() {
  const expected = 20
  for (let wait = 0; wait < 100 && webhookEvents.length < expected; wait++) await sleep(20)
  for (const event of webhookEvents.filter(({ type }) => type === 'payment').slice(0, expected))
    report(`webhook ${String(event.action)}`, validator.validateValue('WebhookNotification', event))
}

function get(call: Call) {
  return callAndValidate('get', call)
}

function post(call: Call) {
  return callAndValidate('post', call)
}

function put(call: Call) {
  return callAndValidate('put', call)
}

/** Makes a call and validates the response: its status code, and its body by the document's schema. */
async function callAndValidate(method: string, call: Call): Promise<Json> {
  const { path, values = {}, query, body, headers, status, about } = call
  const address = path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(values[name]))
  const reply = await fetch(`${simulator.origin}${address}${query ? `?${query}` : ''}`, {
    method: method.toUpperCase(),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    body: body && JSON.stringify(body),
  })
  const answer = (await reply.json()) as Json
  const wrong = validator.validateResponse(path, method, reply.status, answer)
  if (reply.status !== status) wrong.unshift(`status ${reply.status} instead of ${status}`)
  if (reply.status === 429 && !reply.headers.has('retry-after')) wrong.push('no Retry-After')
  const note = validator.isDocumented(path, method, reply.status)
    ? ''
    : ' [status not in the document]'
  report(`${reply.status} ${method.toUpperCase()} ${path} (${about})${note}`, wrong)
  return answer
}

function report(name: string, wrong: string[]) {
  validatedCount++
  if (wrong.length > 0) faultCount++
  console.log(wrong.length === 0 ? `ok     ${name}` : `FAULT  ${name}: ${wrong.join('; ')}`)
}

async function control(path: string, body?: object): Promise<Json> {
  const reply = await fetch(simulator.origin + path, {
    method: body ? 'POST' : 'GET',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return (await reply.json()) as Json
}

async function pay(preferenceId: string, outcome: string): Promise<number> {
  return Number((await control('/control/pay', { preferenceId, outcome })).paymentId)
}

async function authorize(): Promise<string> {
  const { client_id } = CLIENT
  const query = new URLSearchParams({ client_id, response_type: 'code', redirect_uri: CALLBACK })
  const reply = await fetch(`${simulator.origin}/authorization?${query}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ user_id: String(SELLER), decision: 'allow' }),
  })
  return new URL(reply.headers.get('location')!).searchParams.get('code')!
}
