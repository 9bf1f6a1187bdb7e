const WINDOW_MS = 60_000
const MAX_REPORTS = 20

/**
 * Limits reports, so that a broken process does not flood the service: each error once a minute, and at most 20 errors
 * a minute.
 */
export class ReportLimit {
  #startedAt = -Infinity
  readonly #seen = new Set<string>()
  #suppressed = 0

  /**
   * @param fingerprint the same text for the same error
   * @returns how many reports were suppressed before this one; undefined if this one must not be sent
   */
  countReport(fingerprint: string, now = performance.now()): number | undefined {
    if (now - this.#startedAt >= WINDOW_MS) {
      this.#startedAt = now
      this.#seen.clear()
    }
    if (this.#seen.has(fingerprint) || this.#seen.size >= MAX_REPORTS) {
      this.#suppressed += 1
      return undefined
    }
    this.#seen.add(fingerprint)
    const suppressed = this.#suppressed
    this.#suppressed = 0
    return suppressed
  }
}
