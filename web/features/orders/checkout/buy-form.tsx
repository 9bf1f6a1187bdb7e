import { useEffect, useRef, type FormEvent, type RefObject } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import { maskOwnEmail } from '#contract/core/mask-email.ts'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { fieldsOf, priceField, usePurchase, type BuyField, type Item } from './use-purchase.ts'

/** Of a price that may be typed. Source: specification, product price. */
const PRICE_LENGTH = 7

const idOf = (field: BuyField) => `buy-${field}`

/**
 * Asks for an email twice, and for a price where the buyer chooses it. Once all is right and has rested, a
 * payment is prepared and the button becomes a link to it; any later edit takes the link away.
 */
export function BuyForm({
  items,
  label,
  initial,
  totalLabel,
}: {
  items: readonly (Item & { name: string })[]
  /** Of the form, for who cannot see what is around it. */
  label: string
  /** What stands in the fields at first. */
  initial?: Partial<Record<BuyField, string>>
  /** Shows what all of it comes to. */
  totalLabel?: string
}) {
  const purchase = usePurchase(items, initial)
  const { values, errors, link, problem, priceHolds, payerEmail } = purchase
  const form = useRef<HTMLFormElement>(null)
  const buttonHasFocus = useRef(false)
  const fields = fieldsOf(items)
  useEarlyInput(form, purchase.edit)
  useFirstError(purchase, fields)

  /** The link stands where the button was, and takes over its focus. */
  const takeFocus = (element: HTMLAnchorElement | null) => {
    if (element && buttonHasFocus.current) element.focus()
    buttonHasFocus.current = false
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    purchase.submit()
  }

  return (
    <form ref={form} noValidate aria-label={label} onSubmit={submit} className="grid gap-4">
      {items.map(item => {
        if (!item.isPriceDynamic) return null
        const field = priceField(item)
        return (
          <Field
            key={item.id}
            id={idOf(field)}
            label={items.length > 1 ? m.buy_price_of({ name: item.name }) : m.buy_price_label()}
            hint={m.buy_price_hint({ price: formatPrice(item.price) })}
            error={errors[field]}
            prefix="$"
            inputMode="numeric"
            autoComplete="off"
            maxLength={PRICE_LENGTH}
            value={values[field] ?? ''}
            onChange={event => purchase.edit(field, event.target.value.replace(/\D/g, ''))}
            onFocus={purchase.load}
            onBlur={() => purchase.leave(field)}
          />
        )
      })}
      <Field
        id={idOf('email')}
        label={m.buy_email()}
        hint={m.buy_email_hint()}
        error={errors.email}
        {...emailInput}
        value={values.email ?? ''}
        onChange={event => purchase.edit('email', event.target.value)}
        onFocus={purchase.load}
        onBlur={() => purchase.leave('email')}
      />
      <Field
        id={idOf('confirm_email')}
        label={m.buy_confirm()}
        error={errors.confirm_email}
        {...emailInput}
        value={values.confirm_email ?? ''}
        onChange={event => purchase.edit('confirm_email', event.target.value)}
        onFocus={purchase.load}
        onBlur={() => purchase.leave('confirm_email')}
      />
      {totalLabel && (
        <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <span className="font-semibold">{totalLabel}</span>
          <output className="figures font-display text-[1.8rem] leading-tight font-[750] tracking-[-0.02em]">
            {priceHolds ? formatPrice(totalOf(items, values)) : '—'}
          </output>
        </p>
      )}
      {link ? (
        <LinkButton href={link} wide ref={takeFocus} rel="nofollow">
          {m.buy_now()}
        </LinkButton>
      ) : (
        <Button
          type="submit"
          wide
          pending={purchase.waiting}
          icon={purchase.preparing && <Spinner />}
          // It still answers a press, with what is missing.
          aria-disabled={!priceHolds || undefined}
          onFocus={() => (buttonHasFocus.current = true)}
          onBlur={() => (buttonHasFocus.current = false)}
        >
          {priceHolds ? m.buy_set_email() : m.buy_set_price()}
        </Button>
      )}
      <output className="text-center text-small text-soft empty:hidden">
        {payerEmail && <Status email={payerEmail} ready={link !== undefined} />}
      </output>
      {problem && (
        <div role="alert" className="rounded-card border border-bad/35 bg-bad-tint px-[18px] py-4">
          <p className="font-semibold">{m.buy_problem_title()}</p>
          <p className="mt-0.5 text-small">{problem}</p>
        </div>
      )}
    </form>
  )
}

const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: LIMITS.email.max + 10,
} as const

function Status({ email, ready }: { email: string; ready: boolean }) {
  return (
    <>
      {ready ? m.buy_ready() : m.buy_preparing()} {m.buy_masked({ email: maskOwnEmail(email) })}
    </>
  )
}

/** Whole units: fixed prices, and what was typed for the others. */
function totalOf(items: readonly Item[], values: Partial<Record<BuyField, string>>): number {
  return items.reduce(
    (total, item) =>
      total + (item.isPriceDynamic ? Number(values[priceField(item)] ?? 0) : item.price),
    0,
  )
}

/** A browser fills fields in, and people type, before the page comes alive. */
function useEarlyInput(
  form: RefObject<HTMLFormElement | null>,
  edit: (field: BuyField, text: string) => void,
) {
  useEffect(() => {
    for (const input of form.current?.querySelectorAll('input') ?? [])
      if (input.value && input.value !== input.defaultValue)
        edit(input.id.slice(idOf('' as BuyField).length) as BuyField, input.value)
  }, [form, edit])
}

/** A press is answered at the first field at fault. What is typed after it moves no focus. */
function useFirstError(
  { attempt, errors }: ReturnType<typeof usePurchase>,
  fields: readonly BuyField[],
) {
  const answered = useRef(0)
  const first = fields.find(field => errors[field])
  useEffect(() => {
    if (attempt === answered.current || !first) return
    answered.current = attempt
    document.getElementById(idOf(first))?.focus()
  }, [attempt, first])
}
