/** The maximum waiting time between two attempts, in seconds. */
const LONGEST_WAIT_SECONDS = 60

/** The stored state of the attempts to enter a secret such as a password. */
export interface AttemptState {
  /** The number of attempts that were verified in the limit's period. */
  count: number
  /** True if the limit's period is over, so that counting starts again. */
  isOver: boolean
  /** The seconds for which the next attempt must still wait; 0 or less if it need not. */
  remainingSeconds: number
}

/** Either the attempt is refused, and nothing changes, or it is verified, and the state becomes `next`. */
export type AttemptDecision =
  | { refusedForSeconds: number; next: null }
  | {
      refusedForSeconds: null
      /** `waitSeconds` is the waiting time before the next attempt; null if it need not wait. */
      next: { count: number; waitSeconds: number | null }
    }

/**
 * Decides whether an attempt is verified or refused. The first `max` attempts are verified. After that, each verified
 * attempt is followed by a wait that is twice as long as the previous one, up to a minute. An attempt during the wait
 * is refused and does not lengthen it, so that no number of attempts by others keeps a person waiting for longer than
 * told. Source: design, rate limits.
 */
export function evaluateAttempt(
  { count, isOver, remainingSeconds }: AttemptState,
  max: number,
): AttemptDecision {
  if (!isOver && count >= max && remainingSeconds > 0)
    return { refusedForSeconds: Math.ceil(remainingSeconds), next: null }
  const nextCount = isOver ? 1 : count + 1
  return {
    refusedForSeconds: null,
    next: { count: nextCount, waitSeconds: nextCount < max ? null : waitAfter(nextCount - max) },
  }
}

/** @param attempts the number of verified attempts beyond the limit */
const waitAfter = (attempts: number): number =>
  Math.min(2 ** Math.min(attempts, 10), LONGEST_WAIT_SECONDS)
