import { useEffect, useState } from 'react'

/**
 * A place in a round of `count` that moves on by itself every `everyMs`, unless the pointer or the
 * focus is on it, the person paused it, the page is hidden, or they asked for less motion.
 */
export function useRotation(count: number, everyMs: number) {
  const [{ index, from }, setPlace] = useState({ index: 0, from: 0 })
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState({ pointer: false, focus: false })
  const running = count > 1 && !paused && !held.pointer && !held.focus

  useEffect(() => {
    if (!running || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) setPlace({ index: (index + 1) % count, from: index })
    }, everyMs)
    return () => clearInterval(timer)
    // A new `index` restarts the clock: what was just chosen by hand stays its whole time.
  }, [running, count, everyMs, index])

  return {
    index,
    /** Where it stood before: the one that leaves. */
    from,
    paused,
    /** For the element that changes: what moves on by itself is not read out, what is chosen by hand is. */
    live: running ? ('off' as const) : ('polite' as const),
    toggle: () => setPaused(!paused),
    goTo: (next: number) =>
      setPlace(({ index }) => ({ index: ((next % count) + count) % count, from: index })),
    /** For the element that holds the round. */
    hold: {
      onPointerEnter: () => setHeld(now => ({ ...now, pointer: true })),
      onPointerLeave: () => setHeld(now => ({ ...now, pointer: false })),
      onFocus: () => setHeld(now => ({ ...now, focus: true })),
      onBlur: () => setHeld(now => ({ ...now, focus: false })),
    },
  }
}
