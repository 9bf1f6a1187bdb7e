import type { InvariantName } from '#contract/invariants.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

/** The messages by their keys. */
const MESSAGES: typeof m = m

/**
 * Says what the violation of an invariant means, and what an admin does about it. The messages follow from the name:
 * `invariant_job_dead` and `invariant_job_dead_action`.
 */
export function describeInvariant(
  name: InvariantName,
  locale: Locale,
): { title: string; action: string } {
  const title = MESSAGES[`invariant_${name}`]
  const action = MESSAGES[`invariant_${name}_action`]
  return { title: title({}, { locale }), action: action({}, { locale }) }
}
