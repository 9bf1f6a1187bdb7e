import type { FastifyInstance } from 'fastify'
import { listReconciliations } from '#contract/reconciliation.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { PaymentsDeps } from '#server/features/payments/deps.ts'
import { listReports } from './report-queries.ts'

export function registerReconciliationRoutes(
  app: FastifyInstance,
  { db }: Pick<PaymentsDeps, 'db'>,
): void {
  mountEndpoint(app, listReconciliations, ({ query }) => listReports(db, query.cursor))
}
