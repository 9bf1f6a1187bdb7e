import { useEffect, useState } from 'react'

/**
 * Returns an index that advances through `count` items every `everyMs`. It pauses while the pointer or the focus is on
 * them, the person paused it, the page is hidden, or reduced motion is preferred.
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
    // A new `index` restarts the interval, so that an item chosen by hand is shown for its whole time.
  }, [running, count, everyMs, index])

  return {
    index,
    /** The previous index, for the item that is animated out. */
    from,
    paused,
    /**
     * The `aria-live` value of the element that changes: automatic changes are not announced, changes by hand are.
     */
    live: running ? ('off' as const) : ('polite' as const),
    toggle: () => setPaused(!paused),
    goTo: (next: number) =>
      setPlace(({ index }) => ({ index: ((next % count) + count) % count, from: index })),
    /** The event handlers that pause the rotation, for the element that contains the items. */
    hold: {
      onPointerEnter: () => setHeld(now => ({ ...now, pointer: true })),
      onPointerLeave: () => setHeld(now => ({ ...now, pointer: false })),
      onFocus: () => setHeld(now => ({ ...now, focus: true })),
      onBlur: () => setHeld(now => ({ ...now, focus: false })),
    },
  }
}
