/** The maximum waiting time between two attempts, in seconds. */
const LONGEST_WAIT_SECONDS = 60

/** The stored state of the attempts to enter a secret such as a password. */
export interface AttemptState {
  /** The number of attempts that were verified in the limit's period. */
  count: number
  /** How often the waiting time has doubled since the limit was reached. */
  refusals: number
  /** True if the limit's period is over, so that counting starts again. */
  isOver: boolean
  /** True if the next attempt must still wait. */
  mustWait: boolean
}

interface AttemptDecision {
  /** The seconds that the refused client must wait. Null if the attempt is verified. */
  refusedForSeconds: number | null
  /**
   * The new state of the attempts. `waitSeconds` is the waiting time before the next attempt; null if the next attempt
   * need not wait.
   */
  next: { count: number; refusals: number; waitSeconds: number | null }
}

/**
 * Decides whether an attempt is verified or refused. The first `max` attempts are verified. After that, each attempt
 * must wait twice as long as the previous one, up to a minute. An attempt during the waiting time is refused, and an
 * attempt after it is verified, so that nobody is locked out.
 * Source: design, rate limits.
 */
export function evaluateAttempt(
  { count, refusals, isOver, mustWait }: AttemptState,
  max: number,
): AttemptDecision {
  if (isOver) return { refusedForSeconds: null, next: countVerifiedAttempt(1, 0, max) }
  if (count < max || !mustWait)
    return { refusedForSeconds: null, next: countVerifiedAttempt(count + 1, refusals, max) }
  const waitSeconds = waitAfter(refusals)
  return {
    refusedForSeconds: waitSeconds,
    next: { count, refusals: refusals + 1, waitSeconds },
  }
}

function countVerifiedAttempt(
  count: number,
  refusals: number,
  max: number,
): AttemptDecision['next'] {
  if (count < max) return { count, refusals, waitSeconds: null }
  // The waiting time also doubles for a client that waits as long as it is told.
  return {
    count,
    refusals: count > max ? refusals + 1 : refusals,
    waitSeconds: waitAfter(refusals),
  }
}

const waitAfter = (refusals: number): number =>
  Math.min(2 ** Math.min(refusals, 10), LONGEST_WAIT_SECONDS)
