import { useCallback, useEffect, useRef, useState } from 'react'
import { getOrder, type Order, type ShownOrderState } from '#contract/orders/orders.ts'
import { callEndpoint } from '#web/api/client.ts'

/** The result of fetching an order. If `isStale`, the last fetch failed, and `order` was fetched at `fetchedAt`. */
export type OrderLookup =
  | { state: 'loading' | 'missing' | 'replaced' | 'failed' }
  | { state: 'found'; order: Order; fetchedAt: number; isStale: boolean }

/** The states in which an order does not change any more by itself, so that polling stops. */
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

/**
 * The order that was fetched last. A page that leads on to another page of the same order shows it there at once,
 * without a placeholder in between.
 */
let latestOrder: { token: string; lookup: OrderLookup } | undefined

/**
 * Fetches an order and polls it until its state is final: every 2 s at first, then less often. Polling pauses while the
 * page is in the background.
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
      if (!result.ok || !isFinal(result.body)) scheduleFetch()
    }
    const scheduleFetch = () => {
      timer = setTimeout(() => {
        // In a page in the background, polling waits until the page is shown again; then the order is fetched at once.
        if (document.hidden) document.addEventListener('visibilitychange', resume)
        else void fetchOrder()
      }, delayMs)
      delayMs = Math.min(delayMs * POLL_GROWTH, MAX_POLL_MS)
    }
    const resume = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', resume)
      void fetchOrder()
    }

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
