import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { assertDatabaseAnswers } from '#server/db/watchdog.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

/**
 * Serves /healthz, which answers as long as the process runs, and /readyz, which also checks database and storage and
 * answers within a few seconds even if they hang.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  { pool, storage }: { pool: pg.Pool; storage: Storage },
): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const checks = await Promise.allSettled([assertDatabaseAnswers(pool), storage.assertWritable()])
    const [database, files] = checks.map(({ status }) =>
      status === 'fulfilled' ? 'ok' : 'failing',
    )
    return reply.code(database === 'ok' && files === 'ok' ? 200 : 503).send({ database, files })
  })
}
