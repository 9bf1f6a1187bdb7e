import { useEffect, useEffectEvent, useState } from 'react'

/** Counts down from `from` seconds. Returns the remaining seconds, and calls `onEnd` once at zero. */
export function useCountdown(from: number, onEnd: () => void): number {
  const [seconds, setSeconds] = useState(from)
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    if (seconds === 0) return end()
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return seconds
}
