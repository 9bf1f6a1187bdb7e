import { LRUCache } from 'lru-cache'
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
/** The seconds for which a token pauses after a 429 without `Retry-After`. */
const PAUSE_SECONDS = 5
/** After this number of sellers were asked for a pause within this time, the calls of all pause for so long at most. */
const SELLERS_OF_COMMON_PAUSE = 3
const COMMON_PAUSE_PERIOD_MS = 10_000
const MAX_COMMON_PAUSE_SECONDS = 30
/** The memory in bytes for paused tokens, of which one takes about 200. */
const PAUSED_TOKENS_MAX_BYTES = 1024 * 1024
/** The token of calls with the marketplace's own credentials. */
const OWN_CREDENTIALS = 'own'

/**
 * A circuit breaker in front of the payment provider, one per process. While the provider is down, calls fail at once
 * instead of holding a buyer or a job for their whole timeout. Calls are sent again once a probe in the background has
 * succeeded, so that no caller has to be the one that tries.
 *
 * A 429 or `Retry-After` pauses the calls with the same token only, so that one seller's many orders do not stop the
 * sales of all. All calls pause shortly after several sellers were asked for a pause at about the same time.
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
  /** The time at which the pause of each paused token ends. */
  readonly #pausedTokens = new LRUCache<string, number>({
    maxSize: PAUSED_TOKENS_MAX_BYTES,
    sizeCalculation: (_until, token) => 100 + token.length,
  })
  /** The sellers whose calls were paused last, by their tokens, and when. */
  #lastPaused: { token: string; at: number }[] = []
  #allPausedUntil = 0
  readonly #callsUnderWay = new Set<AbortController>()

  constructor(probe: () => Promise<boolean>) {
    this.#probe = probe
  }

  /**
   * Requires that calls can be sent.
   * @param accessToken the seller's token; null for a call with the marketplace's own credentials; undefined to ask
   * whether the calls of all are paused
   * @throws ProviderError `unavailable` with the number of seconds to wait, if the provider is down or has asked for a
   * pause
   */
  assertClosed(accessToken: string | null | undefined): void {
    const tokenUntil =
      accessToken === undefined ? 0 : (this.#pausedTokens.get(accessToken ?? OWN_CREDENTIALS) ?? 0)
    const pauseMs = Math.max(this.#allPausedUntil, tokenUntil) - Date.now()
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

  /** @param accessToken the seller's token; null for a call with the marketplace's own credentials */
  recordFailure({ retryAfter, status }: ProviderError, accessToken: string | null): void {
    const seconds = retryAfter ?? (status === 429 ? PAUSE_SECONDS : undefined)
    if (seconds !== undefined) return this.#pause(seconds, accessToken)
    this.#failures += 1
    if (this.#failures >= MAX_FAILURES) this.#open()
  }

  #pause(seconds: number, accessToken: string | null): void {
    const now = Date.now()
    const token = accessToken ?? OWN_CREDENTIALS
    const until = now + Math.min(seconds, MAX_PAUSE_SECONDS) * 1000
    this.#pausedTokens.set(token, until, { ttl: until - now })
    if (accessToken === null || now < this.#allPausedUntil) return

    const others = this.#lastPaused.filter(
      paused => paused.token !== token && now - paused.at < COMMON_PAUSE_PERIOD_MS,
    )
    this.#lastPaused = [...others, { token, at: now }].slice(-(SELLERS_OF_COMMON_PAUSE - 1))
    if (others.length + 1 >= SELLERS_OF_COMMON_PAUSE)
      this.#allPausedUntil = now + Math.min(seconds, MAX_COMMON_PAUSE_SECONDS) * 1000
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
