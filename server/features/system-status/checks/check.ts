import type { Logger } from 'pino'
import type { CheckKind, CheckOf, CheckState } from '#contract/system-status.ts'
import { waitAtMost } from '#server/deadline.ts'
import type { Text } from '#server/signals/signal.ts'
import type { SignalName } from '#server/signals/signals.ts'

/** What a check of a kind has found out. The figures are null if they could not be read. */
export interface CheckResult<Kind extends CheckKind> extends Pick<
  CheckOf<Kind>,
  'state' | 'since' | 'figures'
> {
  /** What to do, if it is not what the row says. */
  action?: Text
  /** The signal that holds, if it is not that of the row. */
  signal?: SignalName
}

/** The time in milliseconds that each check has. They run at the same time. */
export const CHECK_TIMEOUT_MS = 3000

/** Runs a check, which is `unknown` if it fails or takes too long, so that it does not affect the other checks. */
export async function runCheck<Kind extends CheckKind>(
  log: Logger,
  check: () => Promise<CheckResult<Kind>>,
): Promise<CheckResult<Kind>> {
  try {
    return await waitAtMost(CHECK_TIMEOUT_MS, check(), 'the check took too long')
  } catch (error) {
    log.warn({ err: error }, 'a check of the status page failed')
    return { state: 'unknown', since: null, figures: null }
  }
}

const RANK: Record<CheckState, number> = {
  ok: 0,
  unmeasured: 1,
  unknown: 2,
  warning: 3,
  critical: 4,
}

/** Returns the most urgent of some states, of which there is at least one. */
export const mostUrgent = (...states: CheckState[]): CheckState =>
  states.reduce((worst, state) => (RANK[state] > RANK[worst] ? state : worst), 'ok')

/** Formats a Unix time in seconds for a reply. */
export const toTime = (unixSeconds: number | null | undefined): string | null =>
  unixSeconds === null || unixSeconds === undefined
    ? null
    : new Date(unixSeconds * 1000).toISOString()

/** Formats the time that was a number of seconds ago. */
export const toTimeAgo = (seconds: number): string =>
  new Date(Date.now() - seconds * 1000).toISOString()
