import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ENDPOINTS } from '#contract/index.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { registerCreator } from '#tools/api-client/creator.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { buildIfNeeded } from '../../scripts/build.ts'
import { publishReport } from '../shared/report.ts'

/** The longest time for which one request may keep the process from answering others. */
const MAX_STALL_MS = 50
/**
 * The inputs with the longest stalls are sent again, and the shortest stall of each counts: one that the input causes
 * comes back, one that other work on the machine causes does not.
 */
const REPEATED_INPUTS = 100
const TIMES = 5
const METRICS_TOKEN = 'metrics-token-of-the-benchmark'

/** The parts of which texts are made that slow down expressions with nested or overlapping repetitions. */
const PARTS = [' ', '.', ',', ';', '(', '[', '@', '-', '%', 'a.', 'a,', '=;', 'é', '\\', '"']
/** Node accepts 16 KB of headers and a URL of about that length. */
const HEADER_BYTES = 14_000
const BODY_BYTES = 15_500

/** The request headers that the server or one of its libraries reads. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'range',
  'referer',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-recaptcha-token',
]
const PATHS = ['/', '/explore?q=a', '/api/public/product/page/1', '/healthz', '/assets/none.js']

const repeat = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length))

await buildIfNeeded()
const server = await startTestServer({ METRICS_TOKEN })
try {
  await server.start()
  const seller = new ApiClient(server.origin)
  await registerCreator(seller, 'ana@stalls.test', address => server.waitForMailText(address))
  const stalls: { input: string; ms: number; send: () => Promise<unknown> }[] = []

  /** Reads the longest delay of the server's event loop since the last call, in milliseconds. */
  async function readStall(): Promise<number> {
    const reply = await fetch(`${server.origin}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await reply.text()) ?? []
    return Number(seconds) * 1000
  }

  /** Sends a request and records how long it kept the server from its other work. */
  async function measure(input: string, send: () => Promise<unknown>): Promise<void> {
    await readStall()
    await send().catch(() => undefined)
    stalls.push({ input, ms: await readStall(), send })
  }

  const request = (path: string, init: RequestInit = {}) =>
    seller.request(path, init).then(reply => reply.text())

  for (const path of PATHS)
    for (const header of HEADERS)
      for (const part of PARTS.filter(text => /^[ -~]+$/.test(text)))
        await measure(`${header} of ${JSON.stringify(part)} at ${path}`, () =>
          request(path, { headers: { [header]: `a${repeat(part, HEADER_BYTES)}b` } }),
        )

  const fieldsOf = (schema: z.ZodMiniType | undefined) =>
    schema === undefined
      ? []
      : Object.keys(
          (
            z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
              properties?: object
            }
          ).properties ?? {},
        )

  async function sendTo(endpoint: Endpoint, part: string): Promise<void> {
    const text = repeat(part, BODY_BYTES / Math.max(1, Buffer.byteLength(part) * 2))
    const parameter = encodeURIComponent(repeat(part, 4000))
    const path = endpoint.path.replaceAll(/:\w+/g, parameter)
    const query = new URLSearchParams(
      fieldsOf(endpoint.query).map(name => [name, repeat(part, 1500)]),
    )
    const solveCaptcha = async () =>
      endpoint.captcha && (await seller.solveCaptcha(endpoint.captcha.action))
    const buildHeaders = async () => ({
      ...(endpoint.captcha?.in === 'header' && { 'x-recaptcha-token': (await solveCaptcha())! }),
      ...(endpoint.body && { 'content-type': 'application/json' }),
    })
    const url = `/api${path}?${String(query)}`
    for (const field of [undefined, ...fieldsOf(endpoint.body)]) {
      const buildBody = async () => {
        const googleRecaptchaToken = endpoint.captcha?.in === 'body' && (await solveCaptcha())
        return JSON.stringify({ [field!]: text, googleRecaptchaToken })
      }
      await measure(
        `${endpoint.method} ${endpoint.path} ${field ?? ''} of ${JSON.stringify(part)}`,
        async () =>
          request(url.slice(0, 12_000), {
            method: endpoint.method,
            headers: await buildHeaders(),
            ...(field !== undefined && { body: await buildBody() }),
          }),
      )
    }
    const fields = fieldsOf(endpoint.form)
    if (fields.length === 0 && !endpoint.files) return
    const form = new FormData()
    for (const field of fields) form.set(field, repeat(part, 16_000))
    for (const file of endpoint.files ?? [])
      form.set(file, new Blob(['%PDF-1.4\n%%EOF\n']), `${repeat(part, 70_000)}.pdf`)
    await measure(`${endpoint.method} ${endpoint.path} form of ${JSON.stringify(part)}`, async () =>
      request(url.slice(0, 12_000), {
        method: endpoint.method,
        headers: await buildHeaders(),
        body: form,
      }),
    )
  }

  for (const { endpoint } of ENDPOINTS)
    if (endpoint.path !== '/auth/logout' && endpoint.path !== '/user/delete')
      for (const part of PARTS) await sendTo(endpoint, part)

  const suspects = stalls.toSorted((a, b) => b.ms - a.ms).slice(0, REPEATED_INPUTS)
  const single = suspects[0]!.ms
  for (const suspect of suspects)
    for (let count = 1; count < TIMES; count++) {
      await readStall()
      await suspect.send().catch(() => undefined)
      suspect.ms = Math.min(suspect.ms, await readStall())
    }
  const slowest = suspects.toSorted((a, b) => b.ms - a.ms).slice(0, 5)
  const longest = slowest[0]!
  await publishReport('stalls', {
    title: 'Longest stall by a hostile request',
    how: `Each of ${stalls.length} requests carries a long text of blanks, separators or brackets in one header, parameter, field or file name. The stall is the longest delay of the server's event loop during the request, with a resolution of 10 ms, so that about 10 to 15 ms are measured without any request. The ${REPEATED_INPUTS} inputs with the longest stalls are sent ${TIMES} times, and the shortest stall of each counts, since other work on the machine causes stalls too (${single.toFixed(0)} ms the longest of single requests).`,
    figures: [
      {
        what: 'longest stall',
        measured: `${longest.ms.toFixed(0)} ms (${longest.input})`,
        promised: `<= ${MAX_STALL_MS} ms`,
        isKept: longest.ms <= MAX_STALL_MS,
      },
      ...slowest.slice(1).map(({ input, ms }, index) => ({
        what: `place ${index + 2}`,
        measured: `${ms.toFixed(0)} ms (${input})`,
        isDetail: true,
      })),
    ],
  })
} finally {
  await server.close()
}
