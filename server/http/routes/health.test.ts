import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { openTestDatabase } from '#tools/database/test-database.ts'
import { registerHealthRoutes } from './health.ts'

const TOKEN = 'metrics-token-of-this-test'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Serves the health routes over a database and a storage, whose folder is deleted unless it is to be writable. */
async function serveHealth(isWritable: boolean, production = true) {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-health-'))
  const storage = await createDiskStorage(folder)
  if (!isWritable) await rm(folder, { recursive: true })
  const server: FastifyInstance = Fastify({ trustProxy: true })
  const config = { production, metricsToken: TOKEN }
  const lifecycle = { isStopping: false }
  registerHealthRoutes(server, { pool: database.pool, storage, config, lifecycle })
  return async (ip: string, authorization = '') => {
    const { statusCode, body } = await server.inject({
      url: '/readyz',
      headers: { 'x-forwarded-for': ip, authorization },
    })
    return [statusCode, JSON.parse(body) as unknown]
  }
}

describe('/readyz in production', () => {
  test.each([
    ['a stranger', '203.0.113.7', '', { status: 'failing' }],
    ['a stranger with a wrong token', '203.0.113.7', 'Bearer x', { status: 'failing' }],
    [
      'a client with the token',
      '203.0.113.7',
      `Bearer ${TOKEN}`,
      { database: 'ok', files: 'failing' },
    ],
    ['a client on the same machine', '127.0.0.1', '', { database: 'ok', files: 'failing' }],
    ['a client on the same machine by IPv6', '::1', '', { database: 'ok', files: 'failing' }],
  ])('/readyz in production tells %s what it may know', async (_, ip, authorization, body) => {
    const ask = await serveHealth(false)
    expect(await ask(ip, authorization)).toEqual([503, body])
  })

  test('/readyz in production answers strangers that the process is ready', async () => {
    const ask = await serveHealth(true)
    expect(await ask('203.0.113.7')).toEqual([200, { status: 'ok' }])
  })

  test('/readyz in production checks once for many requests at the same time', async () => {
    const ask = await serveHealth(true)
    let queries = 0
    database.pool.on('acquire', () => (queries += 1))
    await Promise.all(Array.from({ length: 50 }, () => ask('203.0.113.7')))
    expect(queries).toBe(1)
  })
})

test('/readyz checks again after two seconds, and not sooner', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const ask = await serveHealth(true)
  let queries = 0
  const count = () => (queries += 1)
  database.pool.on('acquire', count)

  await ask('203.0.113.7')
  vi.advanceTimersByTime(1999)
  await ask('203.0.113.7')
  expect(queries).toBe(1)
  vi.advanceTimersByTime(2)
  await ask('203.0.113.7')

  expect(queries).toBe(2)
  database.pool.off('acquire', count)
  vi.useRealTimers()
})

test('/readyz tells everybody the details outside production', async () => {
  const ask = await serveHealth(true, false)
  expect(await ask('203.0.113.7')).toEqual([200, { database: 'ok', files: 'ok' }])
})
