import { useCallback, useEffect, useRef, useState } from 'react'
import type { PublicProduct } from '#contract/catalog.ts'
import { priceProblem } from './price-rule.ts'
import type * as Checks from './purchase.ts'

export type BuyField = 'price' | 'email' | 'confirm_email'
type Texts = Partial<Record<BuyField, string>>

/** How long what was typed must rest before a payment is prepared, unless the field is left. */
const REST_MS = 600

const EMPTY = { price: '', email: '', confirm_email: '' }

/** How preparing the payment came out; it holds for the edit it was made at, and for no other. */
interface Outcome {
  edit: number
  preparing?: boolean
  link?: string
  problem?: string
}

/**
 * The state of a buy form: what was typed, what is wrong with it, and the link to the payment page once
 * there is one. Checks and calls are fetched when the form is first touched.
 */
export function usePurchase({ id, price: base, isPriceDynamic }: PublicProduct) {
  const [purchase, setPurchase] = useState<typeof Checks>()
  const [values, setValues] = useState(EMPTY)
  const [edits, setEdits] = useState(0)
  const [left, setLeft] = useState<Partial<Record<BuyField, boolean>>>({})
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>()
  const [wanted, setWanted] = useState(false)
  const prepareNow = useRef<() => void>(undefined)

  const load = useCallback(() => {
    void import('./purchase.ts').then(setPurchase, () => undefined)
  }, [])

  const edit = useCallback(
    (field: BuyField, text: string) => {
      load()
      setValues(before => ({ ...before, [field]: text }))
      setEdits(before => before + 1)
      setWanted(false)
    },
    [load],
  )

  const priceError = isPriceDynamic ? priceProblem(values.price, base) : undefined
  const emails = purchase?.readEmails(values)
  const payerEmail = emails && 'payerEmail' in emails ? emails.payerEmail : undefined
  const all: Texts = { price: priceError, ...(emails && 'errors' in emails && emails.errors) }
  const complete = priceError === undefined && payerEmail !== undefined
  const current = outcome?.edit === edits ? outcome : undefined
  const failed = current?.problem !== undefined

  useEffect(() => {
    if (!purchase || !complete || failed) return undefined
    const stop = new AbortController()
    let begun = false
    const prepare = async () => {
      if (begun) return
      begun = true
      setOutcome({ edit: edits, preparing: true })
      const dynamicPrice = isPriceDynamic ? Number(values.price) : undefined
      const order = { productId: id, dynamicPrice, payerEmail }
      const result = await purchase.openPayment(order, stop.signal)
      if (!stop.signal.aborted) setOutcome({ edit: edits, ...result })
    }
    const timer = setTimeout(() => void prepare(), REST_MS)
    prepareNow.current = () => void prepare()
    return () => {
      clearTimeout(timer)
      stop.abort()
      prepareNow.current = undefined
    }
    // `edits` stands for the values: each edit is a new order.
    // oxlint-disable-next-line react/exhaustive-deps -- `edits` is not read, only waited for
  }, [purchase, complete, failed, edits])

  // Pressed before the link was there: follow it when it comes.
  const link = current?.link
  useEffect(() => {
    if (wanted && link) location.assign(link)
  }, [wanted, link])
  useEffect(() => {
    if (failed) setWanted(false)
  }, [failed])

  const submit = () => {
    load()
    setAttempt(before => before + 1)
    setWanted(true)
    if (!complete) return
    // After a failure a press tries again, under the same key.
    if (failed) setOutcome(undefined)
    prepareNow.current?.()
  }

  return {
    values,
    edit,
    load,
    submit,
    attempt,
    link,
    problem: current?.problem,
    preparing: current?.preparing === true,
    /** Pressed: the link is followed as soon as it is there. */
    waiting: wanted && complete,
    /** Of whom the payment is or will be, once both emails hold. */
    payerEmail: complete && !failed ? payerEmail : undefined,
    priceHolds: priceError === undefined,
    errors: shown(all, left, attempt),
    leave: (field: BuyField) => {
      if (values[field] !== '') setLeft(before => ({ ...before, [field]: true }))
      prepareNow.current?.()
    },
  }
}

/** A field answers once it was filled and left, and all of them once the button was pressed. */
function shown(all: Texts, left: Partial<Record<BuyField, boolean>>, attempt: number): Texts {
  if (attempt > 0) return all
  const visible: Texts = {}
  for (const field of ['price', 'email', 'confirm_email'] as const)
    if (left[field]) visible[field] = all[field]
  return visible
}
