import { Writable } from 'node:stream'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { createLogger } from '#server/logger.ts'
import { createProcessMetrics } from '#server/metrics/process-metrics.ts'
import { ApiError, OverloadError } from './api-error.ts'
import { registerErrorHandler } from './errors.ts'
import type { SessionUser } from './hooks/guards.ts'

interface LogLine {
  level: number
  msg: string
  detail?: string
}

/** Starts an app whose only call throws an error for a signed-in user, and returns its log. */
function createFailingApp(error: Error) {
  const lines: LogLine[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const log: FastifyBaseLogger = createLogger('debug', { destination })
  const app = Fastify({ loggerInstance: log })
  const metrics = createProcessMetrics({
    cache: { hits: 0, misses: 0, bytes: 0 },
    publicReads: { primary: 0, replica: 0 },
    diskFolder: undefined,
  })
  registerErrorHandler(app, metrics.recordOverload)
  app.get('/', request => {
    request.sessionUser = { id: 7 } as SessionUser
    throw error
  })
  return { app, lines, metrics }
}

test.each([
  ['a refused call', new ApiError('INVALID_DATA', 'a product twice'), 400, 'call refused'],
  ['a failed call', new Error('relation "orders" does not exist'), 500, 'call failed'],
])(
  'the user and the address of %s are logged, and its details are not answered',
  async (_, error, status, msg) => {
    const { app, lines } = createFailingApp(error)

    const answer = await app.inject({ url: '/', remoteAddress: '203.0.113.9' })

    expect(answer.statusCode).toBe(status)
    expect(answer.body).not.toContain(error.message)
    expect(lines.find(line => line.msg === msg)).toMatchObject({ userId: 7, ip: '203.0.113.9' })
  },
)

test('a refusal by overload is no error of the process in the log, is counted, and tells when to come back', async () => {
  const { app, lines, metrics } = createFailingApp(new OverloadError('uploads', 7))

  const answer = await app.inject('/')

  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('7')
  const refusal = lines.find(({ msg }) => msg === 'call refused')
  expect(refusal).toMatchObject({ level: 30, detail: expect.stringContaining('uploads') })
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  expect(await metrics.registry.metrics()).toContain(
    'kiosko_overload_refusals_total{queue="uploads"} 1',
  )
})
