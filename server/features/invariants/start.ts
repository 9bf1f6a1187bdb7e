import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { RESTRICTED_RULES } from './check.ts'
import type { InvariantCheck } from './queries.ts'

/** The age of the last complete check from which the next one is due: a week, less the delays of a daily task. */
const COMPLETE_AGE_MS = 6.5 * DAY_MS
/**
 * A transaction that was open during a check writes the time at which it began, before the check. None lasts an hour.
 */
const OVERLAP_MS = HOUR_MS

type PastCheck = Pick<InvariantCheck, 'at' | 'durationMs' | 'findings'>

/**
 * Decides whether the daily check examines all orders or those that changed since the check before. It examines all if
 * a week has passed since the last complete check, or if this or the last check found something in an order: a
 * violation in an order that does not change is so reported until it is healed. The findings of other rules are found
 * again anyway.
 * @returns the time since when orders must have changed, by the clock of the database; undefined for all orders
 */
export function decideStart({
  lastCheck,
  lastCompleteCheck,
}: {
  lastCheck: PastCheck | undefined
  lastCompleteCheck: PastCheck | undefined
}): Date | undefined {
  if (!lastCheck || !lastCompleteCheck) return undefined
  if (hasOrderFindings(lastCheck) || hasOrderFindings(lastCompleteCheck)) return undefined
  if (lastCompleteCheck.at.getTime() < Date.now() - COMPLETE_AGE_MS) return undefined
  return new Date(lastCheck.at.getTime() - lastCheck.durationMs - OVERLAP_MS)
}

const hasOrderFindings = ({ findings }: PastCheck) =>
  findings.some(({ name }) => RESTRICTED_RULES.has(name))
