import { useEffect, useRef, type FormEvent, type RefObject } from 'react'
import type { PublicProduct } from '#contract/catalog.ts'
import { LIMITS } from '#contract/limits.ts'
import * as m from '#messages'
import { formatPrice } from '../../../i18n/format.ts'
import { Button, LinkButton } from '../../../ui/actions/button.tsx'
import { Spinner } from '../../../ui/actions/spinner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { maskEmail } from './mask-email.ts'
import { usePurchase, type BuyField } from './use-purchase.ts'

/** Of a price that may be typed. Source: specification, product price. */
const PRICE_LENGTH = 7

const FIELDS: readonly BuyField[] = ['price', 'email', 'confirm_email']
const idOf = (field: BuyField) => `buy-${field}`

/**
 * Asks for an email twice, and for a price where the buyer chooses it. Once all is right and has rested, a
 * payment is prepared and the button becomes a link to it; any later edit takes the link away.
 */
export function BuyForm({ product }: { product: PublicProduct }) {
  const purchase = usePurchase(product)
  const { values, errors, link, problem, priceHolds, payerEmail } = purchase
  const form = useRef<HTMLFormElement>(null)
  const buttonHasFocus = useRef(false)
  useEarlyInput(form, purchase.edit)
  useFirstError(purchase)

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
    <form
      ref={form}
      noValidate
      aria-label={m.buy_form({ name: product.name })}
      onSubmit={submit}
      className="grid gap-4"
    >
      {product.isPriceDynamic && (
        <Field
          id={idOf('price')}
          label={m.buy_price_label()}
          hint={m.buy_price_hint({ price: formatPrice(product.price) })}
          error={errors.price}
          prefix="$"
          inputMode="numeric"
          autoComplete="off"
          maxLength={PRICE_LENGTH}
          value={values.price}
          onChange={event => purchase.edit('price', event.target.value.replace(/\D/g, ''))}
          onFocus={purchase.load}
          onBlur={() => purchase.leave('price')}
        />
      )}
      <Field
        id={idOf('email')}
        label={m.buy_email()}
        hint={m.buy_email_hint()}
        error={errors.email}
        {...emailInput}
        value={values.email}
        onChange={event => purchase.edit('email', event.target.value)}
        onFocus={purchase.load}
        onBlur={() => purchase.leave('email')}
      />
      <Field
        id={idOf('confirm_email')}
        label={m.buy_confirm()}
        error={errors.confirm_email}
        {...emailInput}
        value={values.confirm_email}
        onChange={event => purchase.edit('confirm_email', event.target.value)}
        onFocus={purchase.load}
        onBlur={() => purchase.leave('confirm_email')}
      />
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
      {ready ? m.buy_ready() : m.buy_preparing()} {m.buy_masked({ email: maskEmail(email) })}
    </>
  )
}

/** A browser fills fields in, and people type, before the page comes alive. */
function useEarlyInput(
  form: RefObject<HTMLFormElement | null>,
  edit: (field: BuyField, text: string) => void,
) {
  useEffect(() => {
    for (const field of FIELDS) {
      const input = form.current?.querySelector<HTMLInputElement>(`#${idOf(field)}`)
      if (input?.value) edit(field, input.value)
    }
  }, [form, edit])
}

/** A press is answered at the first field at fault. What is typed after it moves no focus. */
function useFirstError({ attempt, errors }: ReturnType<typeof usePurchase>) {
  const answered = useRef(0)
  const first = FIELDS.find(field => errors[field])
  useEffect(() => {
    if (attempt === answered.current || !first) return
    answered.current = attempt
    document.getElementById(idOf(first))?.focus()
  }, [attempt, first])
}
