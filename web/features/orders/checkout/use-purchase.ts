import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { OrderEntry } from '#contract/orders/payment-link.ts'
import { useRecaptchaSiteKey } from '#web/api/recaptcha-site-key.ts'
import { persistently } from '#web/ui/load-code.ts'
import {
  type AppliedCoupon,
  type BuyField,
  getCurrentPayment,
  type FieldTexts,
  initialPurchaseState,
  getOrderKey,
  getSuggestedPrices,
  type PurchaseItem,
  purchaseReducer,
  validatePurchase,
  getVisibleErrors,
  hasFailed,
} from './purchase-state.ts'
import { withChangedPrice } from './changed-prices.ts'
import { hasRememberedEmails, readRememberedEmails, rememberEmails } from './remembered-emails.ts'
import type * as StartPurchase from './start-purchase.ts'

const loadStartPurchase = persistently(() => import('./start-purchase.ts'))

/**
 * The milliseconds without an edit after which the payment is prepared. If the buyer leaves a field, the payment is
 * prepared at once.
 */
const DEBOUNCE_MS = 600

/**
 * Runs a buy form: holds its state and prepares the payment when the input is valid. The code that checks the emails
 * and calls the server is loaded when the form is first touched.
 * @param pageItems the products as the page was loaded; `items` of the result has the prices that changed since
 */
export function usePurchase<Item extends PurchaseItem & { name: string }>(
  pageItems: readonly Item[],
  {
    entry,
    initialValues,
    coupon,
  }: {
    entry: OrderEntry
    initialValues?: FieldTexts | undefined
    coupon?: AppliedCoupon | undefined
  },
) {
  const [state, dispatch] = useReducer(
    purchaseReducer,
    { ...getSuggestedPrices(pageItems), ...initialValues },
    initialPurchaseState,
  )
  const { changedPrices } = state
  const items = pageItems.map(item => withChangedPrice(item, changedPrices))
  const [code, setCode] = useState<typeof StartPurchase>()
  const prepareNow = useRef<() => void>(undefined)
  const recaptchaSiteKey = useRecaptchaSiteKey()

  const load = useCallback(() => {
    void loadStartPurchase().then(setCode)
  }, [])

  const touch = useCallback(() => {
    load()
    dispatch({ type: 'touched' })
  }, [load])

  useEffect(() => {
    // A buyer who is in a field already would find the remembered email before what is typed.
    if (!hasRememberedEmails() || document.activeElement instanceof HTMLInputElement) return
    load()
    dispatch({ type: 'prefilled', values: readRememberedEmails() })
  }, [load])

  const { email, confirm_email } = state.values
  useEffect(() => {
    if (email !== undefined || confirm_email !== undefined)
      rememberEmails({ email: email ?? '', confirm_email: confirm_email ?? '' })
  }, [email, confirm_email])

  const edit = useCallback(
    (field: BuyField, text: string) => {
      load()
      dispatch({ type: 'edited', field, text })
    },
    [load],
  )

  const { errors, arePricesValid, order } = validatePurchase(
    state,
    items,
    code?.validateEmails,
    coupon,
  )
  const payment = getCurrentPayment(state, items, coupon)
  const { link, problem, isBought } = payment ?? {}
  const isFailed = hasFailed(payment)
  const canPrepare = order !== undefined && !isFailed && state.isTouched
  const prepare = useEffectEvent(async (orderKey: string, signal: AbortSignal) => {
    if (!code || !order) return
    dispatch({ type: 'preparing', orderKey })
    const outcome = await code.startPurchase({ ...order, entry }, { recaptchaSiteKey, signal })
    if (!signal.aborted) dispatch({ type: 'prepared', orderKey, outcome })
  })
  const orderKey = getOrderKey(state, items, coupon)
  // Every edit and every change of the products describes a new order, so the payment prepared before is dropped.
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
  }, [canPrepare, orderKey, prepareNow])

  const { shouldFollowLink } = state
  useEffect(() => {
    if (shouldFollowLink && link) location.assign(link)
  }, [shouldFollowLink, link])

  return {
    items,
    changedPrices,
    /** What the products cost now, if the prices have changed since the page was loaded; empty otherwise. */
    changes: (changedPrices[0] && code?.describeChanges(pageItems, items, state.values)) ?? [],
    values: state.values,
    attempt: state.attempt,
    errors: getVisibleErrors(state, errors),
    arePricesValid,
    link,
    problem,
    /**
     * The email with which this browser has bought one of the products, if the buyer has to be asked; else undefined.
     */
    boughtWith: isBought && order?.payerEmail,
    buyAgain: () => {
      dispatch({ type: 'buysAgain' })
    },
    isPreparing: payment !== undefined && link === undefined && !isFailed,
    /** Whether the buyer has pressed the button and the page waits for the payment link to follow it. */
    isWaiting: shouldFollowLink && order !== undefined,
    /** The buyer's email if the order is valid; undefined after a failure to prepare the payment. */
    payerEmail: isFailed ? undefined : order?.payerEmail,
    /** Whether the form is complete, so that the button says "buy". */
    isComplete: order !== undefined,
    /** The address that the buyer probably meant, once the buyer has left the field with a slip in its domain. */
    suggestedEmail: state.leftFields.has('email') ? code?.suggestEmail(email ?? '') : undefined,
    load: touch,
    edit,
    /** Replaces a mistyped email in both fields, or only in the first one if the second is different. */
    acceptSuggestion: (suggestion: string) => {
      edit('email', suggestion)
      if (confirm_email !== undefined && confirm_email.trim() === email?.trim())
        edit('confirm_email', suggestion)
    },
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
