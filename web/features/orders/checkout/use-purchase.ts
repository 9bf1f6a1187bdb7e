import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import {
  type BuyField,
  getCurrentPayment,
  type FieldTexts,
  initialPurchaseState,
  getOrderKey,
  type PurchaseItem,
  purchaseReducer,
  validatePurchase,
  getVisibleErrors,
} from './purchase-state.ts'
import type * as StartPurchase from './start-purchase.ts'

/** Milliseconds without an edit before the payment is prepared. Leaving a field prepares it at once. */
const DEBOUNCE_MS = 600

/**
 * Runs a buy form: keeps its state, and prepares the payment as soon as the order is valid. The code that checks the
 * emails and makes the call is fetched when the form is first touched.
 */
export function usePurchase(items: readonly PurchaseItem[], initialValues: FieldTexts = {}) {
  const [state, dispatch] = useReducer(purchaseReducer, initialValues, initialPurchaseState)
  const [code, setCode] = useState<typeof StartPurchase>()
  const prepareNow = useRef<() => void>(undefined)

  const load = useCallback(() => {
    void import('./start-purchase.ts').then(setCode, () => undefined)
  }, [])

  const edit = useCallback(
    (field: BuyField, text: string) => {
      load()
      dispatch({ type: 'edited', field, text })
    },
    [load],
  )

  const { errors, arePricesValid, order } = validatePurchase(state, items, code?.validateEmails)
  const payment = getCurrentPayment(state, items)
  const { link, problem } = payment ?? {}
  const hasFailed = problem !== undefined
  const canPrepare = order !== undefined && !hasFailed
  const prepare = useEffectEvent(async (orderKey: string, signal: AbortSignal) => {
    if (!code || !order) return
    dispatch({ type: 'preparing', orderKey })
    const outcome = await code.startPurchase(order, signal)
    if (!signal.aborted) dispatch({ type: 'prepared', orderKey, outcome })
  })
  const orderKey = getOrderKey(state, items)
  // Every edit and every change of the products makes a new order: the previous payment is abandoned.
  useEffect(() => {
    if (!canPrepare) return undefined
    const controller = new AbortController()
    let hasBegun = false
    const begin = () => {
      if (!hasBegun) void prepare(orderKey, controller.signal)
      hasBegun = true
    }
    const timer = setTimeout(begin, DEBOUNCE_MS)
    prepareNow.current = begin
    return () => {
      clearTimeout(timer)
      controller.abort()
      prepareNow.current = undefined
    }
  }, [canPrepare, orderKey])

  const { shouldFollowLink } = state
  useEffect(() => {
    if (shouldFollowLink && link) location.assign(link)
  }, [shouldFollowLink, link])

  return {
    values: state.values,
    attempt: state.attempt,
    errors: getVisibleErrors(state, errors),
    arePricesValid,
    link,
    problem,
    isPreparing: payment !== undefined && link === undefined && !hasFailed,
    /** Whether the button was pressed, so that the link is followed as soon as it is ready. */
    isWaiting: shouldFollowLink && order !== undefined,
    /** The buyer's email once the order is valid, until preparing its payment fails. */
    payerEmail: hasFailed ? undefined : order?.payerEmail,
    load,
    edit,
    leave: (field: BuyField) => {
      dispatch({ type: 'left', field })
      prepareNow.current?.()
    },
    submit: () => {
      load()
      dispatch({ type: 'submitted' })
      prepareNow.current?.()
    },
  }
}
