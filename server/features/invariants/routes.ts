import type { FastifyInstance } from 'fastify'
import { checkInvariants, getInvariants } from '#contract/invariants.ts'
import { describeInvariant } from '#messages/invariants'
import type { Database } from '#server/db/client.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { enqueueCompleteCheck } from './jobs.ts'
import { findClosedOrders, findLastCheck, findLastCompleteCheck } from './queries.ts'

export function registerInvariantsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  mountEndpoint(app, getInvariants, async ({ locale }) => {
    const check = await findLastCheck(db)
    const completeCheck = await findLastCompleteCheck(db)
    return {
      closedBySellers: await findClosedOrders(db, 'seller'),
      closedByScanner: await findClosedOrders(db, 'scanner'),
      lastCheck: check
        ? {
            at: check.at.toISOString(),
            durationMs: check.durationMs,
            isComplete: check.isComplete,
            findings: check.findings.map(finding => ({
              ...finding,
              ...describeInvariant(finding.name, locale),
            })),
          }
        : null,
      lastCompleteAt: completeCheck?.at.toISOString() ?? null,
    }
  })
  mountEndpoint(app, checkInvariants, () => enqueueCompleteCheck(db))
}
