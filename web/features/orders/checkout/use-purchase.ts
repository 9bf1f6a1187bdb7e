import { useCallback, useEffect, useRef, useState } from 'react'
import { priceProblem } from './price-rule.ts'
import type * as Checks from './start-purchase.ts'

/** A price is asked for each product whose buyer chooses it. */
export type BuyField = `price-${number}` | 'email' | 'confirm_email'
type Texts = Partial<Record<BuyField, string>>

/** What is bought; `price` in whole units is the least, where the buyer chooses. */
export interface Item {
  id: number
  price: number
  isPriceDynamic: boolean
}

/** In the order of the screen. */
export const fieldsOf = (items: readonly Item[]): BuyField[] => [
  ...items.filter(({ isPriceDynamic }) => isPriceDynamic).map(priceField),
  'email',
  'confirm_email',
]
export const priceField = ({ id }: Item): BuyField => `price-${id}`

/** How long what was typed must rest before a payment is prepared, unless the field is left. */
const REST_MS = 600

/** How preparing the payment came out; it holds for the state it was made at, and for no other. */
interface Outcome {
  of: string
  preparing?: boolean
  link?: string
  problem?: string
}

/**
 * The state of a buy form: what was typed, what is wrong with it, and the link to the payment page once
 * there is one. Checks and calls are fetched when the form is first touched.
 */
export function usePurchase(items: readonly Item[], initial: Texts = {}) {
  const [purchase, setPurchase] = useState<typeof Checks>()
  const [values, setValues] = useState(initial)
  const [edits, setEdits] = useState(0)
  const [left, setLeft] = useState<Partial<Record<BuyField, boolean>>>({})
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>()
  const [wanted, setWanted] = useState(false)
  const prepareNow = useRef<() => void>(undefined)

  const load = useCallback(() => {
    void import('./start-purchase.ts').then(setPurchase, () => undefined)
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

  const chosen = items.filter(({ isPriceDynamic }) => isPriceDynamic)
  const prices: Texts = {}
  for (const item of chosen) {
    const wrong = priceProblem(values[priceField(item)] ?? '', item.price)
    if (wrong !== undefined) prices[priceField(item)] = wrong
  }
  const priceHolds = Object.keys(prices).length === 0
  const { email = '', confirm_email = '' } = values
  const emails = purchase?.readEmails({ email, confirm_email })
  const payerEmail = emails && 'payerEmail' in emails ? emails.payerEmail : undefined
  const all: Texts = { ...prices, ...(emails && 'errors' in emails && emails.errors) }
  const complete = items.length > 0 && priceHolds && payerEmail !== undefined
  // Each edit, and each change of what is bought, is a new order.
  const now = `${edits}:${items.map(({ id }) => id).join()}`
  const current = outcome?.of === now ? outcome : undefined
  const failed = current?.problem !== undefined

  useEffect(() => {
    if (!purchase || !complete || failed) return undefined
    const stop = new AbortController()
    let begun = false
    const prepare = async () => {
      if (begun) return
      begun = true
      setOutcome({ of: now, preparing: true })
      const products = items.map(item => ({
        id: item.id,
        ...(item.isPriceDynamic && { dynamicPrice: Number(values[priceField(item)]) }),
      }))
      const result = await purchase.openPayment({ products, payerEmail }, stop.signal)
      if (!stop.signal.aborted) setOutcome({ of: now, ...result })
    }
    const timer = setTimeout(() => void prepare(), REST_MS)
    prepareNow.current = () => void prepare()
    return () => {
      clearTimeout(timer)
      stop.abort()
      prepareNow.current = undefined
    }
    // `now` stands for the values and the items.
    // oxlint-disable-next-line react/exhaustive-deps -- they are read as they stand at `now`
  }, [purchase, complete, failed, now])

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
    priceHolds,
    errors: shown(all, left, attempt),
    leave: (field: BuyField) => {
      if (values[field]) setLeft(before => ({ ...before, [field]: true }))
      prepareNow.current?.()
    },
  }
}

/** A field answers once it was filled and left, and all of them once the button was pressed. */
function shown(all: Texts, left: Partial<Record<BuyField, boolean>>, attempt: number): Texts {
  if (attempt > 0) return all
  return Object.fromEntries(Object.entries(all).filter(([field]) => left[field as BuyField]))
}
