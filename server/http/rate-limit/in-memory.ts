/** How many addresses are counted one by one: beyond, a minute begins again for all. */
const ADDRESSES_MAX = 100_000

/**
 * Counts calls in the memory of this process, by windows of time that begin for everyone at once. The sensitive
 * calls are counted in rows besides (rate-limit.ts); this is what keeps one address from taking the whole process.
 */
export function createCallCount(max: number, windowMs: number) {
  const counts = new Map<string, number>()
  let endsAt = 0

  return {
    /** Counts one more for `who`. @returns seconds to wait, where it was too many */
    count(who: string, now = Date.now()): number | undefined {
      if (now >= endsAt || counts.size >= ADDRESSES_MAX) {
        counts.clear()
        endsAt = now + windowMs
      }
      const used = (counts.get(who) ?? 0) + 1
      counts.set(who, used)
      return used > max ? Math.max(1, Math.ceil((endsAt - now) / 1000)) : undefined
    },
  }
}

export type CallCount = ReturnType<typeof createCallCount>
