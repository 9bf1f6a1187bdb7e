import { useCallback, useEffect, useRef, useState } from 'react'
import { getOrder, type Order, type ShownOrderState } from '#contract/orders/orders.ts'
import { callEndpoint } from '#web/api/client.ts'

/** The result of fetching an order. If `isStale`, the last fetch failed, and `order` was fetched at `fetchedAt`. */
export type OrderLookup =
  | { state: 'loading' | 'missing' | 'replaced' | 'failed' }
  | { state: 'found'; order: Order; fetchedAt: number; isStale: boolean }

/** The states in which an order does not change any more by itself, so that it is asked for rarely. */
const FINAL_STATES: ReadonlySet<ShownOrderState> = new Set([
  'approved',
  'expired',
  'refunded',
  'charged_back',
])

/** Tells whether an order stays as it is until its buyer or the seller acts. A hold ends without either. */
const isFinal = ({ state, detail }: Order) => FINAL_STATES.has(state) && detail !== 'on_hold'

const FIRST_POLL_MS = 2000
const MAX_POLL_MS = 10_000
const POLL_GROWTH = 1.5
/** A final order is asked for once a minute: a refund, a dispute or closed downloads can still change it. */
const FINAL_POLL_MS = 60_000

/**
 * The order that was fetched last. A page that leads on to another page of the same order shows it there at once,
 * without a placeholder in between.
 */
let latestOrder: { token: string; lookup: OrderLookup } | undefined

/**
 * Fetches an order and polls it: every 2 s at first, then less often, and once a minute when its state is final.
 * Polling pauses while the page is in the background, and goes on at once when the page is shown again.
 * @param hasReturned whether the payment provider has sent the buyer to this page
 * @returns the result, and a function that fetches the order at once
 */
export function useOrder(
  token: string,
  { hasReturned = false } = {},
): { lookup: OrderLookup; refetch: () => void } {
  const [lookup, setLookup] = useState<OrderLookup>(() =>
    latestOrder?.token === token ? latestOrder.lookup : { state: 'loading' },
  )
  const fetchNow = useRef<() => void>(undefined)

  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let delayMs = FIRST_POLL_MS

    let latestFetch = 0
    const fetchOrder = async () => {
      clearTimeout(timer)
      latestFetch += 1
      const thisFetch = latestFetch
      const result = await callEndpoint(getOrder, {
        params: { token },
        query: hasReturned ? { returned: 'true' } : {},
        signal: controller.signal,
      })
      if (controller.signal.aborted || thisFetch !== latestFetch) return
      if (result.ok) {
        const found = {
          state: 'found',
          order: result.body,
          fetchedAt: Date.now(),
          isStale: false,
        } as const
        latestOrder = { token, lookup: found }
        setLookup(found)
      } else if (result.code === 'ERROR_ORDER_LINK_REPLACED')
        return setLookup({ state: 'replaced' })
      else if (result.status === 404 || result.status === 400)
        return setLookup({ state: 'missing' })
      else
        setLookup(previous =>
          previous.state === 'found' ? { ...previous, isStale: true } : { state: 'failed' },
        )
      scheduleFetch(result.ok && isFinal(result.body) ? FINAL_POLL_MS : nextDelay())
    }
    const nextDelay = () => {
      const delay = delayMs
      delayMs = Math.min(delayMs * POLL_GROWTH, MAX_POLL_MS)
      return delay
    }
    const scheduleFetch = (delay: number) => {
      // A page in the background waits until it is shown again.
      timer = setTimeout(() => void (!document.hidden && fetchOrder()), delay)
    }
    const resume = () => void (!document.hidden && fetchOrder())
    document.addEventListener('visibilitychange', resume)

    fetchNow.current = () => void fetchOrder()
    void fetchOrder()
    return () => {
      controller.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', resume)
    }
  }, [token, hasReturned])

  return { lookup, refetch: useCallback(() => fetchNow.current?.(), []) }
}
