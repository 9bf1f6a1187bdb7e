/** The longest wait between two tries, in seconds. */
const LONGEST_WAIT_SECONDS = 60

/** What is remembered of somebody's tries to guess something. */
export interface AttemptState {
  /** Judged so far within the limit's time. */
  count: number
  /** How often the wait has doubled since the limit was reached. */
  refusals: number
  /** The limit's time is over: everything begins anew. */
  over: boolean
  /** The next one may not be judged yet. */
  mustWait: boolean
}

interface Verdict {
  /** Null where this try may be judged. */
  refusedForSeconds: number | null
  /** `waitSeconds`: how long from now on the next try must wait; null not at all. */
  next: { count: number; refusals: number; waitSeconds: number | null }
}

/**
 * Whether one more try is judged. The first `max` are; then each waits, twice as long as the one before, up to a
 * minute. Who does not wait is refused, who waits as told is judged again: nobody is ever locked out.
 * Source: design, rate limits.
 */
export function evaluateAttempt(
  { count, refusals, over, mustWait }: AttemptState,
  max: number,
): Verdict {
  if (over) return { refusedForSeconds: null, next: judged(1, 0, max) }
  if (count < max || !mustWait)
    return { refusedForSeconds: null, next: judged(count + 1, refusals, max) }
  const waitSeconds = waitAfter(refusals)
  return {
    refusedForSeconds: waitSeconds,
    next: { count, refusals: refusals + 1, waitSeconds },
  }
}

function judged(count: number, refusals: number, max: number): Verdict['next'] {
  if (count < max) return { count, refusals, waitSeconds: null }
  // Whoever is patient waits longer each time too.
  return {
    count,
    refusals: count > max ? refusals + 1 : refusals,
    waitSeconds: waitAfter(refusals),
  }
}

const waitAfter = (refusals: number): number =>
  Math.min(2 ** Math.min(refusals, 10), LONGEST_WAIT_SECONDS)
