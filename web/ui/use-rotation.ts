import { useEffect, useState } from 'react'

/**
 * Returns an index that advances through `count` items every `everyMs`. It pauses while the pointer or the focus is on
 * them, the person paused it, the page is hidden, or reduced motion is preferred.
 */
export function useRotation(count: number, everyMs: number) {
  const [{ index, from }, setPosition] = useState({ index: 0, from: 0 })
  const [isPaused, setIsPaused] = useState(false)
  const [pauseReasons, setPauseReasons] = useState({ pointer: false, focus: false })
  const isRunning = count > 1 && !isPaused && !pauseReasons.pointer && !pauseReasons.focus

  useEffect(() => {
    if (!isRunning || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) setPosition({ index: (index + 1) % count, from: index })
    }, everyMs)
    return () => clearInterval(timer)
    // A new `index` restarts the interval, so that an item chosen by hand is shown for its whole time.
  }, [isRunning, count, everyMs, index])

  return {
    index,
    /** The previous index, for the item that is animated out. */
    from,
    isPaused,
    /**
     * The `aria-live` value of the element that changes: automatic changes are not announced, changes by hand are.
     */
    ariaLive: isRunning ? ('off' as const) : ('polite' as const),
    togglePause: () => setIsPaused(!isPaused),
    goTo: (next: number) =>
      setPosition(({ index }) => ({ index: ((next % count) + count) % count, from: index })),
    /** The event handlers that pause the rotation, for the element that contains the items. */
    pauseHandlers: {
      onPointerEnter: () => setPauseReasons(reasons => ({ ...reasons, pointer: true })),
      onPointerLeave: () => setPauseReasons(reasons => ({ ...reasons, pointer: false })),
      onFocus: () => setPauseReasons(reasons => ({ ...reasons, focus: true })),
      onBlur: () => setPauseReasons(reasons => ({ ...reasons, focus: false })),
    },
  }
}
