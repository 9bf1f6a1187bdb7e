import type { InvariantName } from '#contract/invariants.ts'
import { HELD_STATUSES, RECEIVED_STATUSES, toSqlList } from '#server/db/payment-statuses.ts'

/** The SQL lists of the statuses of a payment whose money the seller has, and of one whose money the seller has or had. */
export const HELD = toSqlList(HELD_STATUSES)
export const RECEIVED = toSqlList(RECEIVED_STATUSES)

/**
 * A rule as a query for its violations. The query selects one text column `id`, and each row is one violation. It sees
 * the same snapshot of the database as all others.
 */
export interface SqlRule {
  name: InvariantName
  violations: string
}
