import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Currency } from '#contract/core/fields.ts'
import type { CouponTerms } from '#contract/prices/quote.ts'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { CouponState } from './use-coupon.ts'

/**
 * Takes the code of a coupon and says what it takes off. A code that is refused stays in its field, with the reason
 * below.
 */
export function CouponField({
  state: { applied, problem, isChecking, apply, remove },
  firstCode,
  currency,
}: {
  state: CouponState
  /** The code in the link by which the buyer came, if it has one. */
  firstCode: string | undefined
  currency: Currency
}) {
  /** The code that was last applied or removed. */
  const [code, setCode] = useState(firstCode ?? '')
  const removeButton = useRef<HTMLButtonElement>(null)
  const wasSubmitted = useRef(false)
  useEffect(() => {
    // The button that removes the coupon replaces the field, and takes over the focus.
    if (applied && wasSubmitted.current) removeButton.current?.focus()
    wasSubmitted.current = false
  }, [applied])

  if (applied)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card bg-jade-tint px-4 py-2.5">
        <output className="min-w-0 text-small font-semibold break-words">
          {m.coupon_applied({
            code: applied.code,
            discount: describeDiscount(applied.terms, currency),
          })}
        </output>
        <button
          ref={removeButton}
          type="button"
          className="link min-h-11 text-small"
          onClick={() => {
            setCode(applied.code)
            remove()
          }}
        >
          {m.coupon_remove()}
        </button>
      </div>
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    wasSubmitted.current = true
    const typed = new FormData(event.currentTarget).get('code')
    if (typeof typed !== 'string') return
    setCode(typed)
    void apply(typed)
  }
  return (
    <details open={firstCode !== undefined || undefined} className="border-b border-line pb-4">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-small">
        {m.coupon_have()}
      </summary>
      <form noValidate onSubmit={submit} aria-label={m.coupon_have()} className="mt-2 grid gap-3">
        <Field
          id="coupon-code"
          name="code"
          label={m.coupon_code()}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          // The browser keeps what is typed, also while the page is being hydrated.
          defaultValue={code}
        />
        <Button type="submit" kind="ghost" size="small" pending={isChecking}>
          {m.coupon_apply()}
        </Button>
      </form>
    </details>
  )
}

/** Says what a coupon takes off: "10 %", "$ 500". */
function describeDiscount({ kind, value }: CouponTerms, currency: Currency): string {
  return kind === 'percent' ? m.coupon_percent({ value }) : formatPrice(value, currency)
}
