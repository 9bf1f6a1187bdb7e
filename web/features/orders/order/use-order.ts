import { useCallback, useEffect, useRef, useState } from 'react'
import { getOrder, type Order, type OrderView } from '#contract/orders.ts'
import { call } from '#web/api/client.ts'

/** The result of looking an order up. If `isStale`, the last lookup failed and `order` is from `fetchedAt`. */
export type Look =
  | { state: 'loading' | 'missing' | 'failed' }
  | { state: 'found'; order: Order; at: number; stale: boolean }

/** In these states the order does not change by itself any more, so polling stops. */
const FINAL: ReadonlySet<OrderView> = new Set(['approved', 'expired', 'refunded', 'charged_back'])

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 10_000
const GROWTH = 1.5

/**
 * Looks an order up and polls it until its state is final: every 2 s at first, then less often. Polling pauses while
 * the page is in the background.
 * @returns the lookup, and a function that fetches the order now
 */
export function useOrder(token: string): { look: Look; again: () => void } {
  const [look, setLook] = useState<Look>({ state: 'loading' })
  const askNow = useRef<() => void>(undefined)

  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = FIRST_PAUSE_MS

    let newest = 0
    const ask = async () => {
      clearTimeout(timer)
      newest += 1
      const mine = newest
      const answer = await call(getOrder, { params: { token }, signal: stop.signal })
      if (stop.signal.aborted || mine !== newest) return
      if (answer.ok) setLook({ state: 'found', order: answer.body, at: Date.now(), stale: false })
      else if (answer.status === 404 || answer.status === 400) return setLook({ state: 'missing' })
      else setLook(old => (old.state === 'found' ? { ...old, stale: true } : { state: 'failed' }))
      if (!answer.ok || !FINAL.has(answer.body.state)) wait()
    }
    const wait = () => {
      timer = setTimeout(() => {
        // When the page is shown again, the order is fetched at once.
        if (document.hidden) document.addEventListener('visibilitychange', resume)
        else void ask()
      }, pause)
      pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)
    }
    const resume = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', resume)
      void ask()
    }

    askNow.current = () => void ask()
    void ask()
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', resume)
    }
  }, [token])

  return { look, again: useCallback(() => askNow.current?.(), []) }
}
