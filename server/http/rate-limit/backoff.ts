/** The maximum wait between two attempts, in seconds. */
const LONGEST_WAIT_SECONDS = 60

/** The stored state of the attempts to guess a secret such as a password. */
export interface AttemptState {
  /** The number of attempts that were verified within the limit's time. */
  count: number
  /** How often the wait has doubled since the limit was reached. */
  refusals: number
  /** True if the limit's time is over, so that counting starts again. */
  isOver: boolean
  /** True if the next attempt must still wait. */
  mustWait: boolean
}

interface AttemptDecision {
  /** Null if the attempt may proceed. */
  refusedForSeconds: number | null
  /** The new state. `waitSeconds` is how long the next attempt must wait from now on; null if it need not wait. */
  next: { count: number; refusals: number; waitSeconds: number | null }
}

/**
 * Decides whether an attempt is verified or refused. The first `max` attempts are verified. After that, each attempt
 * must wait, twice as long as the one before, up to a minute. An attempt during the wait is refused, an attempt after
 * it is verified, so nobody is ever locked out. Source: design, rate limits.
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
  // The wait also grows for a client that always waits as told.
  return {
    count,
    refusals: count > max ? refusals + 1 : refusals,
    waitSeconds: waitAfter(refusals),
  }
}

const waitAfter = (refusals: number): number =>
  Math.min(2 ** Math.min(refusals, 10), LONGEST_WAIT_SECONDS)
