import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { EXAMPLES } from '#contract/examples/index.ts'
import { ENDPOINTS, isEndpoint } from '#contract/index.ts'
import { readConfig } from '#server/config.ts'
import { buildOpenApiDocument } from '#server/http/routes/openapi.ts'

const CONTRACT = resolve(import.meta.dirname, '../contract')
const SERVER_FEATURES = resolve(import.meta.dirname, '../server/features')
/** A call that serves an endpoint. The name of the endpoint is captured without that of its module. */
const MOUNT =
  /\bmount(?:(?:Cached)?Endpoint|Upload|AdminAction)\(\s*[\w.]+,\s*(?:context,\s*)?(?:\w+\.)?(\w+)/g

/** Each endpoint that a file of the contract exports, with the feature that the file's path names. */
let exported: { name: string; feature: string; endpoint: unknown }[]

const listSources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    path => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  )

beforeAll(async () => {
  const modules = await Promise.all(
    listSources(CONTRACT)
      .filter(path => path !== 'index.ts')
      .map(async path => ({
        feature: path.replace('.ts', '').split('/')[0]!,
        values: Object.entries((await import(join(CONTRACT, path))) as object),
      })),
  )
  exported = modules.flatMap(({ feature, values }) =>
    values
      .filter(([, value]) => isEndpoint(value))
      .map(([name, endpoint]) => ({ name, feature, endpoint: endpoint as unknown })),
  )
})

test('the list of endpoints holds every endpoint that a file of the contract exports', () => {
  const featureOf = new Map<unknown, string>(
    ENDPOINTS.map(({ feature, endpoint }) => [endpoint, feature]),
  )

  const misplaced = exported.filter(({ feature, endpoint }) => featureOf.get(endpoint) !== feature)

  expect(featureOf.size).toBeGreaterThan(100)
  expect(misplaced.map(({ name }) => name)).toEqual([])
})

test('an endpoint is served by the feature after which its file in the contract is named', () => {
  const servedBy = new Map(
    listSources(SERVER_FEATURES).flatMap(path =>
      [...readFileSync(join(SERVER_FEATURES, path), 'utf8').matchAll(MOUNT)].map(
        ([, name]) => [name!, path.split('/')[0]!] as const,
      ),
    ),
  )

  const elsewhere = exported.filter(({ name, feature }) => servedBy.get(name) !== feature)

  expect(elsewhere.map(({ name, feature }) => `${name}: ${feature}`)).toEqual([])
})

/** The endpoints of admins that are not read-only and yet add nothing to the audit log, each with the reason. */
const UNLOGGED: Record<string, string> = {
  checkInvariants: 'starts a check, which changes nothing',
}

test('an endpoint with which an admin changes something names the action that it adds to the audit log', () => {
  const endpoints = exported.map(({ name, endpoint }) => ({ name, ...(endpoint as Endpoint) }))
  const changing = endpoints.filter(({ access, method }) => access === 'admin' && method !== 'GET')

  const unlogged = changing.filter(({ audit }) => audit === undefined)

  expect(changing.length).toBeGreaterThan(20)
  expect(unlogged.map(({ name }) => name)).toEqual(Object.keys(UNLOGGED))
})

test('every example is a valid body of its endpoint', () => {
  const invalid = [...EXAMPLES].filter(
    ([{ body }, example]) => !body || !z.safeParse(body, example).success,
  )

  expect(EXAMPLES.size).toBeGreaterThan(50)
  expect(invalid.map(([{ method, path }]) => `${method} ${path}`)).toEqual([])
})

test('the API document shows every example', () => {
  const document = JSON.stringify(buildOpenApiDocument(readConfig({ APP_ENV: 'test' })))

  const missing = [...EXAMPLES.values()].filter(
    example => !document.includes(`"example":${JSON.stringify(example).slice(0, -1)}`),
  )

  expect(missing).toEqual([])
})
