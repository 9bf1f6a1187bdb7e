import { useEffect, useState } from 'react'

/**
 * Returns an index that advances through `count` items, one every `everyMs` milliseconds. It pauses while the pointer
 * or the focus is on the items, the user has paused it, the page is hidden, or reduced motion is preferred.
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
    // A change of `index` restarts the interval, so that an item that the user selected is shown for the full time.
  }, [isRunning, count, everyMs, index])

  return {
    index,
    /** The index of the previous item, which is animated while it disappears. */
    from,
    isPaused,
    /**
     * The `aria-live` value of the element with the items. Screen readers announce changes by the user, but not
     * automatic ones.
     */
    ariaLive: isRunning ? ('off' as const) : ('polite' as const),
    togglePause: () => setIsPaused(!isPaused),
    goTo: (next: number) =>
      setPosition(({ index }) => ({ index: ((next % count) + count) % count, from: index })),
    /** The event handlers that pause the rotation. They belong on the element that contains the items. */
    pauseHandlers: {
      onPointerEnter: () => setPauseReasons(reasons => ({ ...reasons, pointer: true })),
      onPointerLeave: () => setPauseReasons(reasons => ({ ...reasons, pointer: false })),
      onFocus: () => setPauseReasons(reasons => ({ ...reasons, focus: true })),
      onBlur: () => setPauseReasons(reasons => ({ ...reasons, focus: false })),
    },
  }
}
