const FIRST_RETRY_DELAY_MS = 500
const MAX_RETRY_DELAY_MS = 15_000

/**
 * Returns a loader that asks again until the code has come, after growing delays and as soon as the connection is back.
 * Its promise never rejects, so a part of a page whose code is missing leaves what is on the page as it is. Browsers
 * remember no failed import.
 * @param load imports one module
 */
export function persistently<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (let delay = FIRST_RETRY_DELAY_MS; ; delay = Math.min(2 * delay, MAX_RETRY_DELAY_MS)) {
      try {
        return await load()
      } catch {
        await waitForConnection(delay)
      }
    }
  }
}

/** Waits for the delay, or until the browser says that the connection is back. */
export const waitForConnection = (delayMs: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, delayMs)
    addEventListener('online', () => resolve(), { once: true })
  })
