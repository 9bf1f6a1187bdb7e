import type { FastifyInstance } from 'fastify'
import { listReconciliations } from '#contract/reconciliation.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { listReports } from './report-queries.ts'

export function registerReconciliationRoutes(
  app: FastifyInstance,
  { db }: Pick<Context, 'db'>,
): void {
  mountEndpoint(app, listReconciliations, ({ query }) => listReports(db, query.cursor))
}
