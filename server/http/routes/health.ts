import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { hasToken } from './metrics.ts'
import { registerProxyCheckRoute } from './proxy-check.ts'
import { assertDatabaseAnswers } from '#server/db/checks/watchdog.ts'
import type { Config } from '#server/config.ts'
import type { Lifecycle } from '#server/http/lifecycle/stop-serving.ts'
import { waitAtMost } from '#server/deadline.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

/** The time in milliseconds in which the storage must answer a check. */
const STORAGE_TIMEOUT_MS = 3000

/** The time in milliseconds for which a result is sent to others who ask, since each check writes to the storage. */
const CHECK_VALID_MS = 2000

const STOPPING = { status: 'stopping' }

const isLoopback = (ip: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(ip)

/**
 * Serves /healthz, which answers as long as the process runs, /readyz/process, which answers 503 once the process is
 * about to stop, so that a proxy takes it out, and /readyz, which also checks database and storage and answers within a
 * few seconds even if they hang. In production, only a client on the same machine, or with the metrics token, is told
 * which of them fails. Requests within two seconds share one check. The command `doctor` asks /proxy-check.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  {
    pool,
    storage,
    config,
    lifecycle,
  }: {
    pool: pg.Pool
    storage: Storage
    config: Pick<Config, 'production' | 'metricsToken'>
    lifecycle: Lifecycle
  },
): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  // A proxy does not ask for the database: without it, the process still answers from its cache, and explains itself.
  app.get('/readyz/process', (_request, reply) =>
    lifecycle.isStopping ? reply.code(503).send(STOPPING) : reply.send({ status: 'ok' }),
  )
  registerProxyCheckRoute(app, config)
  const checkAll = async () => {
    const checks = await Promise.allSettled([
      assertDatabaseAnswers(pool),
      waitAtMost(
        STORAGE_TIMEOUT_MS,
        storage.assertWritable(),
        'the storage did not answer in time',
      ),
    ])
    const [database, files] = checks.map(({ status }) =>
      status === 'fulfilled' ? 'ok' : 'failing',
    )
    return { database, files }
  }
  let latest: { result: ReturnType<typeof checkAll>; endedAt: number | undefined } | undefined
  function check() {
    const isValid = latest && performance.now() - (latest.endedAt ?? Infinity) < CHECK_VALID_MS
    if (latest && isValid) return latest.result
    const started: typeof latest = { result: checkAll(), endedAt: undefined }
    latest = started
    return started.result.finally(() => {
      started.endedAt = performance.now()
    })
  }
  app.get('/readyz', async (request, reply) => {
    if (lifecycle.isStopping) return reply.code(503).send(STOPPING)
    const result = await check()
    const isReady = result.database === 'ok' && result.files === 'ok'
    const showsDetails =
      !config.production || isLoopback(request.ip) || hasToken(request, config.metricsToken)
    return reply
      .code(isReady ? 200 : 503)
      .send(showsDetails ? result : { status: isReady ? 'ok' : 'failing' })
  })
}
