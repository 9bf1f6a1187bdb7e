import type { FastifyInstance } from 'fastify'
import { checkInvariants, getInvariants } from '#contract/invariants.ts'
import { describeInvariant } from '#messages/invariants'
import type { Database } from '#server/db/client.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { enqueueCheck } from './jobs.ts'
import { findClosedOrders, findLastCheck } from './queries.ts'

export function registerInvariantsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  mountEndpoint(app, getInvariants, async ({ locale }) => {
    const check = await findLastCheck(db)
    return {
      closedBySellers: await findClosedOrders(db, 'seller'),
      closedByScanner: await findClosedOrders(db, 'scanner'),
      lastCheck: check
        ? {
            at: check.at.toISOString(),
            durationMs: check.durationMs,
            findings: check.findings.map(finding => ({
              ...finding,
              ...describeInvariant(finding.name, locale),
            })),
          }
        : null,
    }
  })
  mountEndpoint(app, checkInvariants, () => enqueueCheck(db))
}
