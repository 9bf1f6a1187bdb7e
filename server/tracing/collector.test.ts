import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { createLogger } from '#server/logger.ts'
import { type ServerProcess, startServerProcess } from '#tools/cluster/server-process.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { openTestDatabase } from '#tools/database/test-database.ts'
import { startTraceReceiver } from '#tools/trace-receiver.ts'
import { startTracing } from './tracing.ts'

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>
beforeEach(async () => {
  receiver = await startTraceReceiver()
})
afterEach(() => receiver.close())

test('without an address of a collector, nothing is traced', async () => {
  expect(await startTracing(readConfig({}), createLogger('silent'))).toBeUndefined()
})

test('a collector gets the headers that it requires', async () => {
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=one%20key,tenant=two',
  })
  const tracing = await startTracing(config, createLogger('silent'))

  tracing!.startSpan({ name: 'any', kind: 'internal', attributes: {} }).end()
  await tracing!.close()

  expect(receiver.spans).toHaveLength(1)
  expect(JSON.parse(receiver.texts[0]!)).toMatchObject({ 'api-key': 'one key', tenant: 'two' })
})

test('while a collector does not answer, a limited number of spans waits and the rest is dropped', async () => {
  receiver.hang()
  const lines: string[] = []
  const log = createLogger('info', { destination: { write: line => void lines.push(line) } })
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint })
  const tracing = (await startTracing(config, log))!

  for (let count = 0; count < 10_000; count += 1)
    tracing.startSpan({ name: 'any', kind: 'internal', attributes: {} }).end()
  await expect.poll(() => lines.join('')).toContain('traces could not be sent')
  receiver.answer()
  await tracing.close()

  expect(receiver.spans.length).toBeGreaterThan(0)
  expect(receiver.spans.length).toBeLessThanOrEqual(2048)
  expect(lines).toHaveLength(1)
})

describe('a process of the built server', () => {
  let database: OpenDatabase
  let folder: string
  beforeAll(async () => {
    database = await openTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'kiosko-traces-'))
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Starts a process that sends its traces to `endpoint`. */
  async function start(endpoint: string): Promise<ServerProcess> {
    const engine = inject('engine')
    if (engine.kind === 'embedded') throw new Error('this test needs PostgreSQL')
    const { rows } = await database.db.execute<{ name: string }>(
      sql`select current_database() as name`,
    )
    const port = String(await findFreePort())
    const env = {
      NODE_ENV: 'production',
      APP_ENV: 'test',
      PORT: port,
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      DATA_DIR: folder,
      DATABASE_URL: `${engine.url}/${rows[0]!.name}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    }
    return startServerProcess(env, { write: () => undefined })
  }

  test('sends the spans of its last requests when it is told to end', async () => {
    const server = await start(receiver.endpoint)
    await fetch(`${server.origin}/api/public/tyc`).then(reply => reply.text())

    const code = await server.stop()

    expect(code).toBe(0)
    expect(receiver.spans.map(({ name }) => name)).toContain('GET /api/public/tyc')
  })

  test.each([
    ['does not answer', async () => receiver.endpoint],
    ['is not there', async () => `http://127.0.0.1:${await findFreePort()}`],
  ])('answers and ends as usual while the collector %s', async (_, findEndpoint) => {
    receiver.hang()
    const server = await start(await findEndpoint())

    const reply = await fetch(`${server.origin}/api/public/tyc`)
    const code = await server.stop()

    expect(reply.status).toBe(200)
    expect(code).toBe(0)
  })
})
