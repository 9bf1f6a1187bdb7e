import { Agent, request as httpRequest } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaptchaAction, Endpoint } from '#contract/core/endpoint.ts'
import { ENDPOINTS } from '#contract/index.ts'
import { buildCallParts, getEndpointName } from '../access/call-endpoint-as.ts'
import { type AccessFixtures, type Caller, createFixtureSource } from '../access/fixtures.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { type HostileRequest, type ValidParts, hostileRequest } from './hostile-requests.ts'
import { type Answer, type OpenApiDocument, type Operation, listOperations } from './operations.ts'

/** The number of requests to each operation by each role, and the seed from which they are generated. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 3)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_123)
/** The maximum duration of one request in milliseconds; by default none, since times on a busy machine say nothing. */
const MAX_MS = Number(process.env['FUZZ_MAX_MS'] ?? Infinity)

/**
 * The accounts that the access table calls the owner and another seller, an admin, and a visitor without an account.
 */
const ROLES: Caller[] = ['anonymous', 'owner', 'seller', 'admin']

let shop: TestApp
let operations: Map<string, Operation>
let fixtures: AccessFixtures | undefined
const freshFixtures = createFixtureSource(() => shop)
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const statuses = new Map<number, number>()
let slowest = { ms: 0, input: '' }

beforeAll(async () => {
  shop = await createTestApp({}, { google: true })
  const document = await fetch(`${shop.origin}/api/openapi.json`)
  operations = new Map(
    listOperations((await document.json()) as OpenApiDocument).map(found => [found.name, found]),
  )
})

afterAll(async () => {
  agent.destroy()
  await shop.close()
  if (MAX_MS < Infinity)
    process.stdout.write(`${JSON.stringify({ statuses: Object.fromEntries(statuses), slowest })}\n`)
})

/** Returns the parts of a valid request to an operation, which the access tests use too. */
async function buildValidParts(seeded: AccessFixtures, endpoint: Endpoint): Promise<ValidParts> {
  const { files = {}, ...parts } = await buildCallParts(endpoint, seeded, 'own')
  const contents = await Promise.all(
    Object.entries(files).map(
      async ([field, file]) => [field, Buffer.from(await file.arrayBuffer())] as const,
    ),
  )
  return { ...parts, files: Object.fromEntries(contents) }
}

/** Sends a request byte by byte as it is, which `fetch` would not. It rejects if the connection is reset. */
function send(
  { method }: Operation,
  { path, headers, body }: HostileRequest,
  cookies: ReadonlyMap<string, string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = httpRequest(shop.origin, {
      method,
      path,
      agent,
      headers: {
        origin: shop.origin,
        ...(cookie && { cookie }),
        ...(body && { 'content-length': body.length }),
        ...headers,
      },
    })
    request.on('error', reject)
    request.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          contentType: response.headers['content-type'],
          body: Buffer.concat(chunks),
        }),
      )
    })
    request.end(body)
  })
}

/** Adds a solved captcha to a request: in the header, or as the last field of a JSON object. */
async function addCaptcha(
  { captcha }: Operation,
  request: HostileRequest,
  seeded: AccessFixtures,
): Promise<HostileRequest> {
  if (!captcha || !request.hasCaptcha) return request
  const token = await seeded.clients.anonymous.solveCaptcha(captcha.action as CaptchaAction)
  if (captcha.in === 'header')
    return { ...request, headers: { 'x-recaptcha-token': token, ...request.headers } }
  const text = request.body?.toString('latin1')
  if (!text?.startsWith('{"') || !text.endsWith('}')) return request
  const field = `,"googleRecaptchaToken":${JSON.stringify(token)}}`
  return { ...request, body: Buffer.from(text.slice(0, -1) + field, 'latin1') }
}

test('the API document describes every endpoint', () => {
  const names = ENDPOINTS.map(({ endpoint }) => getEndpointName(endpoint))
  expect([...operations.keys()].toSorted()).toEqual(names.toSorted())
})

test.each(ENDPOINTS.map(({ endpoint }) => ({ name: getEndpointName(endpoint), endpoint })))(
  '$name gives a declared answer to hostile requests of every role',
  async ({ name, endpoint }) => {
    const operation = operations.get(name)!
    fixtures ??= await freshFixtures()
    const seeded = fixtures
    const valid = await buildValidParts(seeded, endpoint)

    async function checkAnswer(caller: Caller, generated: HostileRequest): Promise<void> {
      const request = await addCaptcha(operation, generated, seeded)
      const startedAt = performance.now()
      const answer = await send(operation, request, seeded.clients[caller].cookies)
      const ms = performance.now() - startedAt
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (ms > slowest.ms) slowest = { ms, input: `${name} ${request.path.slice(0, 100)}` }
      if (operation.method !== 'GET' && answer.status < 400) fixtures = undefined
      const undeclared = operation.findUndeclared(answer)
      if (undeclared) throw new Error(`${undeclared}: ${answer.body.toString().slice(0, 300)}`)
      expect(answer.status === 503 || answer.status < 500).toBe(true)
      expect(ms).toBeLessThan(MAX_MS)
    }

    // All roles end before the next operation begins, also if one of them has failed.
    const results = await Promise.allSettled(
      ROLES.map(caller =>
        fc.assert(
          fc.asyncProperty(hostileRequest(operation, valid), request =>
            checkAnswer(caller, request),
          ),
          { numRuns: REQUESTS, seed: SEED },
        ),
      ),
    )
    for (const result of results) if (result.status === 'rejected') throw result.reason
  },
  600_000,
)
