import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProductPath } from '#contract/catalog/product-path.ts'
import { login } from '#contract/accounts/sessions.ts'
import { jobs } from '#server/db/schema/index.ts'
import { defineJob, enqueue } from '#server/jobs/queue.ts'
import { type TestApp, PASSWORD, createTestApp } from '#tools/test-app/test-app.ts'
import { type ReceivedSpan, SPAN_KINDS, startTraceReceiver } from '#tools/trace-receiver.ts'

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>
let shop: TestApp
beforeAll(async () => {
  receiver = await startTraceReceiver()
  shop = await createTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint }, { pages: true })
})
beforeEach(async () => {
  await shop.reset()
  receiver.spans.length = 0
})
afterAll(async () => {
  // The check at the end of the log includes everything that was sent to the collector.
  for (const text of receiver.texts) shop.leakDetector.logStream.write(text)
  await shop.close()
  await receiver.close()
})

/** Waits until the collector has a span with a name and, if one is given, below a parent. */
async function waitForSpan(name: string, parent?: ReceivedSpan): Promise<ReceivedSpan> {
  const find = () =>
    receiver.spans.find(
      span =>
        span.name === name &&
        (!parent || (span.parentSpanId === parent.spanId && span.traceId === parent.traceId)),
    )
  const listNames = () => receiver.spans.map(span => span.name)
  await expect.poll(() => (find() ? [name] : listNames())).toEqual([name])
  return find()!
}

/** Waits until the collector has the parent of a span. */
async function waitForParent({ traceId, parentSpanId }: ReceivedSpan): Promise<ReceivedSpan> {
  const find = () =>
    receiver.spans.find(span => span.traceId === traceId && span.spanId === parentSpanId)
  await expect.poll(find).toBeDefined()
  return find()!
}

/** Sends a POST request whose body leaves only when the server has read its headers. */
async function sendBodyLater(path: string, body: string): Promise<void> {
  const headers = {
    origin: shop.origin,
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  }
  const sent = request(`${shop.origin}${path}`, { method: 'POST', headers })
  sent.once('continue', () => sent.end(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
}

/** Sends a request with headers and waits for its span. */
async function traceRequest(headers: Record<string, string>): Promise<ReceivedSpan> {
  await fetch(`${shop.origin}/api/public/tyc`, { headers })
  return waitForSpan('GET /api/public/tyc')
}

describe('a trace', () => {
  test('leads from a webhook request over its job to the read payment and the sent email', async () => {
    const product = await shop.publish(await shop.seller())
    const { preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForMail('buyer@mail.test', /^Tu compra: /)
    await shop.waitForJobs()

    const checkout = await waitForSpan('POST /api/public/mercadopago/createPreference')
    const preference = await waitForSpan('POST /checkout/preferences', checkout)
    const event = await waitForSpan('job process_webhook_event')
    const webhook = await waitForParent(event)
    const payment = await waitForSpan('GET /v1/payments/:paymentId', event)
    const tell = await waitForSpan('job tell_of_order_event', event)
    const mail = await waitForSpan('job send_email', tell)
    const smtp = await waitForSpan('SMTP send', mail)

    expect(webhook).toMatchObject({
      name: 'POST /api/public/mercadopago/webhook',
      kind: SPAN_KINDS.server,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/public/mercadopago/webhook',
        'http.response.status_code': 200,
        'kiosko.request.id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
      },
    })
    expect(webhook.parentSpanId).toBeUndefined()
    expect(event).toMatchObject({
      kind: SPAN_KINDS.consumer,
      attributes: { 'kiosko.job.kind': 'process_webhook_event', 'kiosko.job.attempt': 1 },
    })
    expect(payment).toMatchObject({
      kind: SPAN_KINDS.client,
      attributes: { 'url.template': '/v1/payments/:paymentId', 'http.response.status_code': 200 },
    })
    expect(preference.kind).toBe(SPAN_KINDS.client)
    expect(smtp.kind).toBe(SPAN_KINDS.client)
  })

  test('of a request goes on after a body that comes later than its headers', async () => {
    const product = await shop.publish(await shop.seller())
    const body = { products: [{ id: product.id }], payerEmail: 'buyer@mail.test' }

    await sendBodyLater('/api/public/mercadopago/createPreference', JSON.stringify(body))

    const checkout = await waitForSpan('POST /api/public/mercadopago/createPreference')
    await waitForSpan('POST /checkout/preferences', checkout)
  })

  test('has the calls of a page to the API inside the process', async () => {
    const product = await shop.publish(await shop.seller())
    await shop.visitor().request(buildProductPath(product))

    const page = await waitForSpan('GET /*')
    const call = await waitForSpan('GET /api/public/product/:id', page)

    expect(call.kind).toBe(SPAN_KINDS.internal)
  })

  test('shows a failed attempt of a job and its error, without the message', async () => {
    const job = defineJob<object>('fails_once')
    let runs = 0
    shop.app.worker.handle(job, async () => {
      runs += 1
      if (runs === 1) throw Object.assign(new Error('secret-of-the-error'), { code: 'ENOENT' })
    })

    await enqueue(shop.db, job, {})

    await expect
      .poll(() => receiver.spans.filter(({ name }) => name === 'job fails_once').length)
      .toBe(2)
    const [first, second] = receiver.spans.filter(({ name }) => name === 'job fails_once')
    expect(first).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'ENOENT' } })
    expect(second!.status?.code).not.toBe(2)
    expect(receiver.texts.join('')).not.toContain('secret-of-the-error')
  })

  test('of a job that runs more than an hour later is a new one with a link', async () => {
    const traceId = 'a'.repeat(32)
    const job = defineJob<object>('runs_late')
    shop.app.worker.handle(job, async () => undefined)
    const values = {
      kind: job.kind,
      payload: {},
      maxAttempts: 1,
      traceparent: `00-${traceId}-${'b'.repeat(16)}-01`,
    }
    await shop.db
      .insert(jobs)
      .values([{ ...values, createdAt: sql`now() - interval '2 hours'` }, values])

    await expect
      .poll(() => receiver.spans.filter(({ name }) => name === 'job runs_late').length)
      .toBe(2)
    const spans = receiver.spans.filter(({ name }) => name === 'job runs_late')
    const late = spans.find(span => span.traceId !== traceId)!
    const prompt = spans.find(span => span.traceId === traceId)!
    expect(late.links).toMatchObject([{ traceId, spanId: 'b'.repeat(16) }])
    expect(prompt.parentSpanId).toBe('b'.repeat(16))
  })

  test('is named in the log lines of its requests and jobs', async () => {
    const span = await traceRequest({})

    const lines = shop.leakDetector.findLines(span.traceId)

    expect(lines.map(line => (JSON.parse(line) as { msg: string }).msg)).toEqual(['answered'])
  })
})

describe('a visitor', () => {
  const visitorTrace = 'c'.repeat(32)
  const traceparent = `00-${visitorTrace}-${'d'.repeat(16)}-01`

  test('cannot continue a trace: its context becomes a link', async () => {
    const span = await traceRequest({ traceparent })

    expect(span.traceId).not.toBe(visitorTrace)
    expect(span.parentSpanId).toBeUndefined()
    expect(span.links).toMatchObject([{ traceId: visitorTrace, spanId: 'd'.repeat(16) }])
  })

  test('sends nothing else into a trace', async () => {
    const span = await traceRequest({
      traceparent: 'planted-traceparent',
      tracestate: 'vendor=planted-tracestate',
      baggage: 'user=planted-baggage',
      'x-request-id': 'planted-request-id',
      'user-agent': 'planted-agent',
    })

    expect(span.links ?? []).toEqual([])
    expect(receiver.texts.join('')).not.toContain('planted-')
  })

  test('cannot have its requests sampled', async () => {
    const idle = await startTraceReceiver()
    const quiet = await createTestApp({
      OTEL_EXPORTER_OTLP_ENDPOINT: idle.endpoint,
      OTEL_TRACES_SAMPLER_ARG: '0',
    })
    await quiet.reset()

    await fetch(`${quiet.origin}/api/public/tyc`, { headers: { traceparent } })
    await quiet.creator()
    await quiet.close()
    await idle.close()

    expect(idle.texts).toEqual([])
  })

  test('leaves no email, token or query in a trace', async () => {
    const email = 'ana.perez@mail.test'
    await shop.db.execute(sql`alter table users rename to users_away`)
    await shop.visitor().call(login, { body: { email, password: PASSWORD } })
    await shop.db.execute(sql`alter table users_away rename to users`)
    await shop.visitor().request('/order/planted-order-token')
    await shop.visitor().request('/api/public/order/planted-order-token')
    await shop.visitor().request('/api/public/product/page/1?search=planted-search')
    await shop.visitor().request('/api/nowhere/planted-path')

    const failed = await waitForSpan('POST /api/public/auth/login')
    await waitForSpan('GET /api/*')

    expect(failed.attributes['error.type']).toBe('500')
    const all = receiver.texts.join('')
    for (const personal of [email, PASSWORD, 'planted-', 'mail.test', 'users_away', '42P01'])
      expect(all, personal).not.toContain(personal)
  })
})
