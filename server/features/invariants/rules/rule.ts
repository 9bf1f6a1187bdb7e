import type { InvariantName } from '#contract/invariants.ts'
import { HELD_STATUSES, PENDING_STATUSES, RECEIVED_STATUSES } from '#server/db/payment-statuses.ts'
import { toSqlList } from '#server/db/sql-list.ts'

/**
 * The SQL lists of the statuses of a payment whose money the seller has, of one whose money the seller has or had, and
 * of one that is not made yet.
 */
export const HELD = toSqlList(HELD_STATUSES)
export const RECEIVED = toSqlList(RECEIVED_STATUSES)
export const PENDING = toSqlList(PENDING_STATUSES)

/**
 * A rule as a query for its violations. The query selects one text column `id`, and each row is one violation. It sees
 * the same snapshot of the database as all others.
 *
 * A rule that would read all orders is a function, by which the daily check restricts it to the orders that changed.
 * Since the orders come in batches, each order of a violation must be enough to find it. One that several orders have
 * in common, such as their seller's, is counted once for each batch of 50,000. A rule that time alone can violate is
 * never restricted, since nothing changes then.
 */
export interface SqlRule {
  name: InvariantName
  violations: string | ((isExamined: OrderCondition) => string)
}

/** Builds the SQL condition that a check examines the order with an id, of which it gets the expression. */
export type OrderCondition = (orderId: string) => string

/** The condition of a complete check. */
export const EVERY_ORDER: OrderCondition = () => 'true'
/** The condition of a check of some orders, whose ids are the first parameter of the query. */
export const GIVEN_ORDERS: OrderCondition = orderId => `${orderId} = any($1::uuid[])`

/** Whether the daily check restricts a rule to the orders that changed. */
export const isRestricted = ({ violations }: SqlRule) => typeof violations !== 'string'

/** Returns the query of a rule for the orders that a check examines. */
export const buildQuery = ({ violations }: SqlRule, isExamined: OrderCondition): string =>
  typeof violations === 'string' ? violations : violations(isExamined)
