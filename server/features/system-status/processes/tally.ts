import type { StoredTally } from '#server/db/schema/index.ts'

const MINUTE_MS = 60_000

/** Counts events of a process by minute, so that those of the last minutes can be summed. */
export class RecentTally {
  readonly #windowMinutes: number
  readonly #countByMinute = new Map<number, number>()
  #lastAt: number | undefined

  constructor(windowMinutes: number) {
    this.#windowMinutes = windowMinutes
  }

  add(now = Date.now()): void {
    const minute = Math.floor(now / MINUTE_MS)
    this.#countByMinute.set(minute, (this.#countByMinute.get(minute) ?? 0) + 1)
    this.#lastAt = now
    this.#forgetBefore(minute)
  }

  /** Returns the number of events in the window, whose first minute has already begun to pass, and the last time. */
  read(now = Date.now()): StoredTally {
    this.#forgetBefore(Math.floor(now / MINUTE_MS))
    let count = 0
    for (const eventsOfMinute of this.#countByMinute.values()) count += eventsOfMinute
    return {
      count,
      lastAt: this.#lastAt === undefined ? null : new Date(this.#lastAt).toISOString(),
    }
  }

  #forgetBefore(minute: number): void {
    for (const counted of this.#countByMinute.keys())
      if (counted <= minute - this.#windowMinutes) this.#countByMinute.delete(counted)
  }
}
