import { Writable } from 'node:stream'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { createLogger } from '#server/logger.ts'
import { createProcessMetrics } from '#server/metrics/process-metrics.ts'
import { OverloadError } from './api-error.ts'
import { registerErrorHandler } from './errors.ts'

test('a refusal by overload is no error of the process in the log, is counted, and tells when to come back', async () => {
  const lines: { level: number; msg: string; detail?: string }[] = []
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
  app.get('/', () => {
    throw new OverloadError('uploads', 7)
  })

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
