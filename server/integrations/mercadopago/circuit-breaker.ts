import { ProviderError } from './provider.ts'

/** After this number of failed calls in a row, no further call is sent until a probe has succeeded. */
const MAX_FAILURES = 5
const PROBE_INTERVAL_MS = 2000
/** A call without a response for this time is a reason to probe the provider. */
const SLOW_CALL_MS = 1000
/** The number of seconds after which callers are told to try again while the provider is down. */
const DOWN_RETRY_SECONDS = 10
/** The longest time in seconds for which the provider's `Retry-After` is followed. */
const MAX_PAUSE_SECONDS = 300

/**
 * A circuit breaker in front of the payment provider, one per process. While the provider is down, calls fail at once
 * instead of holding a buyer or a job for their whole timeout. Calls are sent again once a probe in the background has
 * succeeded, so that no caller has to be the one that tries. `Retry-After` pauses all calls until that time.
 *
 * A provider that hangs is found sooner: a slow call starts a probe, and if that hangs too, the breaker opens and ends
 * the calls under way.
 * @param probe asks the provider for any response; resolves to whether it is up
 */
export class CircuitBreaker {
  readonly #probe: () => Promise<boolean>
  #failures = 0
  #isOpen = false
  #isChecking = false
  #pausedUntil = 0
  readonly #callsUnderWay = new Set<AbortController>()

  constructor(probe: () => Promise<boolean>) {
    this.#probe = probe
  }

  /**
   * Requires that calls can be sent.
   * @throws ProviderError `unavailable` with the number of seconds to wait, if the provider is down or has asked for a
   * pause
   */
  assertClosed(): void {
    const pauseMs = this.#pausedUntil - Date.now()
    if (pauseMs > 0) throw paused('the provider asked for a pause', Math.ceil(pauseMs / 1000))
    if (this.#isOpen) throw paused('the provider is down', DOWN_RETRY_SECONDS)
  }

  /**
   * Watches a call to the provider until `end` is called. Once the breaker opens, `signal` aborts the call.
   * @param canAbort false for a call whose answer must not be lost
   */
  watchCall(canAbort: boolean): { signal: AbortSignal; end: () => void } {
    const controller = new AbortController()
    if (canAbort) this.#callsUnderWay.add(controller)
    const timer = setTimeout(() => void this.#openIfDown(), SLOW_CALL_MS)
    return {
      signal: controller.signal,
      end: () => {
        clearTimeout(timer)
        this.#callsUnderWay.delete(controller)
      },
    }
  }

  recordSuccess(): void {
    this.#failures = 0
  }

  /** @param retryAfter the number of seconds in the provider's `Retry-After`, if it sent one */
  recordFailure(retryAfter: number | undefined): void {
    if (retryAfter !== undefined) {
      const pauseMs = Math.min(retryAfter, MAX_PAUSE_SECONDS) * 1000
      this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + pauseMs)
      return
    }
    this.#failures += 1
    if (this.#failures >= MAX_FAILURES) this.#open()
  }

  #open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    for (const controller of this.#callsUnderWay) controller.abort()
    this.#scheduleProbe()
  }

  async #openIfDown(): Promise<void> {
    if (this.#isOpen || this.#isChecking) return
    this.#isChecking = true
    const isUp = await this.#probe().catch(() => false)
    this.#isChecking = false
    if (!isUp) this.#open()
  }

  #scheduleProbe(): void {
    // The timer does not keep a process alive that has nothing else to do.
    setTimeout(() => void this.#closeIfUp(), PROBE_INTERVAL_MS).unref()
  }

  async #closeIfUp(): Promise<void> {
    const isUp = await this.#probe().catch(() => false)
    if (!isUp) {
      this.#scheduleProbe()
      return
    }
    this.#failures = 0
    this.#isOpen = false
  }
}

function paused(detail: string, retryAfter: number): ProviderError {
  return new ProviderError('unavailable', detail, { retryAfter })
}
