import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ENDPOINTS } from '#contract/index.ts'
import { buildCallParts, callEndpointAs, getEndpointName } from './call-endpoint-as.ts'
import { ACCESS_TABLE } from './access-table.ts'
import {
  CALLERS,
  type Caller,
  type CallTarget,
  type AccessFixtures,
  createFixtureSource,
} from './fixtures.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const SHORT: Record<string, string> = {
  '401': '401 ERROR_USER_NOT_AUTHORIZED',
  unverified: '403 ERROR_AUTH_USER_NOT_VERIFIED',
  role: '403 ERROR_USER_NOT_AUTHORIZED',
}

interface Row {
  call: string
  target: CallTarget
  expected: Record<Caller, string>
}

const ROWS: Row[] = ACCESS_TABLE.trim()
  .split('\n')
  .map(line => {
    const [call = '', target = '', ...cells] = line.split(' | ').map(cell => cell.trim())
    const all = /^all: (.*)$/.exec(cells[0] ?? '')?.[1]
    const answers = CALLERS.map((person, index) => {
      const answer = all ?? cells[index] ?? 'nothing'
      const full = SHORT[answer] ?? answer
      // The answer to a HEAD request has no body, and so no code.
      return [person, call.startsWith('HEAD ') ? full.split(' ')[0]! : full] as const
    })
    return {
      call,
      target: target as CallTarget,
      expected: Object.fromEntries(answers) as Record<Caller, string>,
    }
  })

const CALLS = new Map<string, Endpoint>(
  ENDPOINTS.map(({ endpoint }) => [getEndpointName(endpoint), endpoint]),
)

let shop: TestApp
/** The current fixtures of the access table. They are reused until a call changes data. */
let fixtures: AccessFixtures | undefined
const freshFixtures = createFixtureSource(() => shop)
beforeAll(async () => {
  shop = await createTestApp({}, { google: true })
})
afterAll(() => shop.close())

test('the access table has a row for every endpoint, and three rows for an endpoint that acts on one resource', () => {
  const covered = Map.groupBy(ROWS, ({ call }) => call)
  expect([...CALLS.keys()].toSorted()).toEqual([...covered.keys()].toSorted())
  for (const [call, endpoint] of CALLS) {
    const targets = covered.get(call)!.map(({ target }) => target)
    const isAboutOne = endpoint.access === 'owner' || /:(id|orderId)\b/.test(endpoint.path)
    expect(targets, call).toEqual(isAboutOne ? ['own', 'deleted', 'missing'] : targets)
  }
  expect(ROWS.length).toBeGreaterThan(CALLS.size)
})

test('every endpoint with a body has a valid one: an example in the contract or an entry in CALL_INPUTS', async () => {
  const seeded = await freshFixtures()

  const refused: string[] = []
  for (const [call, endpoint] of CALLS) {
    if (!endpoint.body) continue
    const { body } = await buildCallParts(endpoint, seeded, 'own')
    if (!z.safeParse(endpoint.body, body).success) refused.push(call)
  }
  // The entry of an order's release has put the orders on hold.
  fixtures = undefined

  expect(refused).toEqual([])
})

test.each(ROWS)(
  '$call answers each caller as the access table says ($target resource)',
  async ({ call, target, expected }) => {
    const endpoint = CALLS.get(call)!
    const answers: Partial<Record<Caller, string>> = {}
    for (const person of CALLERS) {
      fixtures ??= await freshFixtures()
      const answer = await callEndpointAs(fixtures, endpoint, person, target)
      answers[person] = answer
      if (endpoint.method !== 'GET' && Number(answer) < 400) fixtures = undefined
    }
    expect(answers).toEqual(expected)
  },
)
