import type { InvariantName } from '#contract/invariants.ts'

/**
 * A rule as a query for its violations. The query selects one text column `id`, and each row is one violation. It sees
 * the same snapshot of the database as all others.
 */
export interface SqlRule {
  name: InvariantName
  violations: string
}
