import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits for a result, for at most `timeoutMs` milliseconds. The work itself goes on after that.
 * @throws Error with the message `late` if the time is over, or the error of the work
 */
export async function waitAtMost<T>(timeoutMs: number, work: Promise<T>, late: string): Promise<T> {
  const aborted = new AbortController()
  try {
    return await Promise.race([
      work,
      pause(timeoutMs, undefined, { signal: aborted.signal }).then(() => {
        throw new Error(late)
      }),
    ])
  } finally {
    aborted.abort()
  }
}
