import { useEffect } from 'react'

const FIRST_POLL_MS = 2000
const MAX_POLL_MS = 10_000
const POLL_GROWTH = 1.2

/**
 * Fetches again and again while `isActive`: every 2 s at first, then less often. Polling pauses while the page is in
 * the background.
 */
export function usePolling(isActive: boolean, refetch: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isActive) return undefined
    let isStopped = false
    let delayMs = FIRST_POLL_MS
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => {
      if (isStopped) return
      timer = setTimeout(() => void poll(), delayMs)
      delayMs = Math.min(delayMs * POLL_GROWTH, MAX_POLL_MS)
    }
    const poll = async () => {
      if (!document.hidden) await refetch()
      schedule()
    }
    schedule()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isActive, refetch])
}
