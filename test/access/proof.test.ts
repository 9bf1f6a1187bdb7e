import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ENDPOINTS } from '#contract/index.ts'
import { sessions, users } from '#server/db/schema/index.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { callEndpointAs, getEndpointName } from './call-endpoint-as.ts'
import { createFixtureSource } from './fixtures.ts'
import { PROOF_TABLE } from './proof-table.ts'

const NOW = sql`now()`
const OLD = sql`now() - interval '16 minutes'`

/** The sessions of the table's columns, in their order. */
const SESSIONS = [
  { hasFactor: false, confirmedAt: OLD, factorConfirmedAt: null },
  { hasFactor: false, confirmedAt: NOW, factorConfirmedAt: null },
  { hasFactor: true, confirmedAt: OLD, factorConfirmedAt: OLD },
  { hasFactor: true, confirmedAt: NOW, factorConfirmedAt: null },
  { hasFactor: true, confirmedAt: NOW, factorConfirmedAt: NOW },
]

const ROWS = PROOF_TABLE.trim()
  .split('\n')
  .map(line => {
    const [call = '', ...answers] = line.split('|').map(cell => cell.trim())
    return { call, answers }
  })

const CALLS = new Map<string, Endpoint>(
  ENDPOINTS.map(({ endpoint }) => [getEndpointName(endpoint), endpoint]),
)

let shop: TestApp
const freshFixtures = createFixtureSource(() => shop)
beforeAll(async () => {
  shop = await createTestApp({}, { google: true })
})
afterAll(() => shop.close())

test('the table has every call that can ask for a proof of identity', () => {
  const asking = [...CALLS].filter(([, { needsRecentProof }]) => needsRecentProof !== undefined)
  expect(ROWS.map(({ call }) => call).toSorted()).toEqual(asking.map(([call]) => call).toSorted())
})

test.each(ROWS)(
  '$call asks for a proof of identity as the table says',
  async ({ call, answers }) => {
    const endpoint = CALLS.get(call)!
    const caller = endpoint.access === 'admin' ? 'admin' : 'owner'
    const found: string[] = []
    for (const { hasFactor, ...proof } of SESSIONS) {
      const fixtures = await freshFixtures()
      await shop.db.update(sessions).set(proof)
      await shop.db.update(users).set({ secondFactorSince: hasFactor ? NOW : null })
      const answer = await callEndpointAs(fixtures, endpoint, caller, 'own')
      found.push(answer === '403 ERROR_REAUTHENTICATION_REQUIRED' ? 'asks' : 'goes on')
    }
    expect(found).toEqual(answers)
  },
)
