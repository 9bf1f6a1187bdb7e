import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { OrderEntry } from '#contract/orders/payment-link.ts'
import { useRecaptchaSiteKey } from '#web/api/recaptcha-site-key.ts'
import { type QuoteFacts, quote } from '#contract/prices/quote.ts'
import { persistently } from '#web/ui/load-code.ts'
import {
  type BuyField,
  getCurrentPayment,
  type FieldTexts,
  initialPurchaseState,
  getOrderKey,
  listWanted,
  getSuggestedPrices,
  type PurchaseItem,
  purchaseReducer,
  validatePurchase,
  getVisibleErrors,
  hasFailed,
} from './purchase-state.ts'
import { hasRememberedEmails, readRememberedEmails, rememberEmails } from './remembered-emails.ts'
import { withFacts } from './quote-facts.ts'
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
 * @param pageItems the products as the page was loaded; `items` of the result has the prices of the facts
 * @param facts what decides the prices, as the page knows it
 */
export function usePurchase<Item extends PurchaseItem & { name: string }>(
  pageItems: readonly Item[],
  {
    entry,
    initialValues,
    facts,
    onNewFacts,
  }: {
    entry: OrderEntry
    initialValues?: FieldTexts | undefined
    facts: QuoteFacts
    /** Called with what the server has answered, so that the page shows it. */
    onNewFacts: (facts: QuoteFacts) => void
  },
) {
  const [state, dispatch] = useReducer(
    purchaseReducer,
    { ...getSuggestedPrices(pageItems), ...initialValues },
    initialPurchaseState,
  )
  // Who completes a pack pays a fixed price, even if others choose theirs.
  const items = pageItems.map(item => (item.completes ? item : withFacts(item, facts)))
  const quoted = quote({ products: listWanted(items, state.values) }, facts)
  const couponCode = facts.coupon?.code
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
    quoted,
  )
  const payment = getCurrentPayment(state, items, couponCode)
  const { link, problem, isBought, changes = [] } = payment ?? {}
  const isFailed = hasFailed(payment)
  // An order with a coupon holds one of its uses, so it is not made before the buyer wants it.
  const isWanted = order?.coupon === undefined ? state.isTouched : state.shouldFollowLink
  const canPrepare = order !== undefined && !isFailed && isWanted
  const prepare = useEffectEvent(async (orderKey: string, signal: AbortSignal) => {
    if (!code || !order) return
    dispatch({ type: 'preparing', orderKey })
    const options = { items, recaptchaSiteKey, signal }
    const outcome = await code.startPurchase({ ...order, entry }, options)
    if (signal.aborted) return
    dispatch({ type: 'prepared', orderKey, outcome })
    if ('facts' in outcome) onNewFacts(outcome.facts)
  })
  const orderKey = getOrderKey(state, items, couponCode)
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
    quoted,
    /** What is worse than the page showed, once the server has refused the order because of it; empty otherwise. */
    changes,
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
