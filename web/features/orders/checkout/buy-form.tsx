import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { Bump } from '#contract/prices/bumps.ts'
import type { QuoteFacts, QuoteObstacle } from '#contract/prices/quote.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { OrderEntry } from '#contract/orders/payment-link.ts'
import { maskOwnEmail } from '#contract/core/mask-email.ts'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'
import { findLeastOffer } from '#web/shared/product-price.ts'
import { AMOUNT_MAX_LENGTH, filterAmount } from '#web/shared/forms/amount-input.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { COUPON_REFUSAL_TEXTS } from '../coupons/refusal-texts.ts'
import { BumpBox, findBumpPrice, toBumpItem } from './bump-box.tsx'
import {
  type BuyField,
  listFieldNames,
  type FieldTexts,
  getPriceFieldName,
  type PurchaseItem,
} from './purchase-state.ts'
import { usePurchase } from './use-purchase.ts'

const OBSTACLE_TEXTS: Record<QuoteObstacle, () => string> = {
  product_twice: m.buy_product_twice,
  free_among_paid: m.buy_free_among_paid,
}

const inputIdOf = (field: BuyField) => `buy-${field}`

/**
 * Asks for the email twice, and for the price of each product with a dynamic price. When the form is valid and the
 * buyer has stopped typing, it prepares the payment, and the button becomes a link to the payment page. Any later edit
 * removes the link.
 */
export function BuyForm({
  items: pageItems,
  label,
  entry,
  initialValues,
  totalLabel,
  bump,
  facts,
  onNewFacts,
}: {
  items: readonly (PurchaseItem & { name: string })[]
  /** The accessible name of the form. */
  label: string
  /** How the buyer came to this form, which the order keeps. */
  entry: OrderEntry
  /** Texts that the fields have at first. They take precedence over the prices that sellers suggest. */
  initialValues?: FieldTexts
  /** The label of the total. Without a label no total is shown. */
  totalLabel?: string
  /** What is offered beside the only product of the form; it is bought only if the buyer ticks it. */
  bump?: Bump | null | undefined
  /** What decides the prices, with the coupon that the buyer has applied on the page around the form. */
  facts: QuoteFacts
  /** Called with what the server has answered instead, so that the page can show it. */
  onNewFacts: (facts: QuoteFacts) => void
}) {
  const [isBumped, setIsBumped] = useState(false)
  const [only] = pageItems
  const bumpItem = bump && only && toBumpItem(bump, only)
  const purchase = usePurchase(isBumped && bumpItem ? [...pageItems, bumpItem] : pageItems, {
    entry,
    initialValues,
    facts,
    onNewFacts,
  })
  const {
    items,
    values,
    errors,
    link,
    problem,
    arePricesValid,
    payerEmail,
    suggestedEmail,
    boughtWith,
  } = purchase
  const { obstacle, coupon, total } = purchase.quoted
  const notices = problem
    ? [problem]
    : [...(obstacle === null ? [] : [OBSTACLE_TEXTS[obstacle]()]), ...purchase.changes]
  const buttonHasFocus = useRef(false)
  const fields = listFieldNames(items)
  const amount = arePricesValid && items[0] ? formatPrice(total, items[0].currency) : undefined
  useFocusOnFirstError(purchase, fields)

  /** The link to the payment page replaces the button and takes over the focus. */
  const takeFocus = (element: HTMLAnchorElement | null) => {
    if (element && buttonHasFocus.current) element.focus()
    buttonHasFocus.current = false
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    purchase.submit()
  }

  return (
    <form noValidate aria-label={label} onSubmit={submit} className="grid gap-4">
      {items.map(item => {
        if (!item.isPriceDynamic) return null
        const field = getPriceFieldName(item)
        return (
          <Field
            key={item.id}
            id={inputIdOf(field)}
            label={items.length > 1 ? m.buy_price_of({ name: item.name }) : m.buy_price_label()}
            hint={describePrice(item)}
            error={errors[field]}
            prefix="$"
            inputMode="numeric"
            autoComplete="off"
            maxLength={AMOUNT_MAX_LENGTH}
            value={values[field] ?? ''}
            onChange={event => {
              filterAmount(event)
              purchase.edit(field, event.target.value)
            }}
            onFocus={purchase.load}
            onBlur={() => purchase.leave(field)}
          />
        )
      })}
      <Field
        id={inputIdOf('email')}
        label={m.buy_email()}
        hint={m.buy_email_hint()}
        error={errors.email}
        {...emailInput}
        value={values.email ?? ''}
        onChange={event => purchase.edit('email', event.target.value)}
        onFocus={purchase.load}
        onBlur={() => purchase.leave('email')}
      />
      <output className="-mt-2 text-small empty:hidden">
        {suggestedEmail && (
          <span>
            {m.buy_did_you_mean()}{' '}
            <button
              type="button"
              className="link font-semibold [overflow-wrap:anywhere]"
              onClick={() => purchase.acceptSuggestion(suggestedEmail)}
            >
              {suggestedEmail}
            </button>
            ?
          </span>
        )}
      </output>
      <Field
        id={inputIdOf('confirm_email')}
        label={m.buy_confirm()}
        error={errors.confirm_email}
        {...emailInput}
        value={values.confirm_email ?? ''}
        onChange={event => purchase.edit('confirm_email', event.target.value)}
        onFocus={purchase.load}
        onBlur={() => purchase.leave('confirm_email')}
      />
      {bump && bumpItem && (
        <BumpBox
          bump={bump}
          price={findBumpPrice(bumpItem, facts)}
          currency={bumpItem.currency}
          checked={isBumped}
          onChange={checked => {
            setIsBumped(checked)
            purchase.load()
          }}
        />
      )}
      {totalLabel && (
        <p className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <span className="font-semibold">{totalLabel}</span>
          <output className="figures font-display text-[1.8rem] leading-tight font-[750] tracking-[-0.02em]">
            {amount ?? '—'}
          </output>
        </p>
      )}
      {coupon?.refusal && (
        <output className="text-small">{COUPON_REFUSAL_TEXTS[coupon.refusal]()}</output>
      )}
      {link ? (
        <LinkButton href={link} wide ref={takeFocus} rel="nofollow">
          <BuyLabel amount={amount} />
        </LinkButton>
      ) : (
        <Button
          type="submit"
          wide
          pending={purchase.isWaiting}
          icon={purchase.isPreparing && <Spinner />}
          // The button has `aria-disabled` instead of `disabled`, so that a press still shows the errors of the form.
          aria-disabled={!arePricesValid || undefined}
          onFocus={() => (buttonHasFocus.current = true)}
          onBlur={() => (buttonHasFocus.current = false)}
        >
          {purchase.isComplete ? (
            <BuyLabel amount={amount} />
          ) : arePricesValid ? (
            m.buy_set_email()
          ) : (
            m.buy_set_price()
          )}
        </Button>
      )}
      <output className="text-center text-small text-soft empty:hidden">
        {payerEmail && (
          <PaymentStatus
            email={payerEmail}
            state={link ? 'ready' : purchase.isPreparing ? 'preparing' : undefined}
          />
        )}
      </output>
      {boughtWith && <BoughtNotice email={boughtWith} onBuyAgain={purchase.buyAgain} />}
      {notices.length > 0 && (
        <div role="alert" className="rounded-card border border-bad/35 bg-bad-tint px-[18px] py-4">
          {problem && <p className="font-semibold">{m.buy_problem_title()}</p>}
          {notices.map(text => (
            <p key={text} className="mt-0.5 text-small">
              {text}
            </p>
          ))}
        </div>
      )}
    </form>
  )
}

/** Says what a buyer can pay for a product with a dynamic price, and what its seller suggests. */
function describePrice({ price, suggestedPrice, currency }: PurchaseItem): string {
  const minimum = formatPrice(findLeastOffer({ price }), currency)
  return suggestedPrice
    ? m.buy_price_suggested({ price: formatPrice(suggestedPrice, currency), minimum })
    : m.buy_price_hint({ price: minimum })
}

/** Says that the email has bought this from this browser, where the files are, and lets the buyer buy it again. */
function BoughtNotice({ email, onBuyAgain }: { email: string; onBuyAgain: () => void }) {
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-card border border-jade/35 bg-jade-tint px-[18px] py-4"
    >
      <div>
        <p className="font-semibold">{m.buy_again_title()}</p>
        <p className="mt-0.5 text-small [overflow-wrap:anywhere]">
          {m.buy_again({ email: maskOwnEmail(email) })}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="button" kind="ghost" size="small" onClick={onBuyAgain}>
          {m.buy_again_go()}
        </Button>
        <Link to={paths.myOrders()} className="link inline-flex min-h-11 items-center text-small">
          {m.buy_again_links()}
        </Link>
      </div>
    </div>
  )
}

/**
 * The text of the button that leads to the payment. The amount is shown beside the word, but is not a part of the
 * button's accessible name, which stays the same for every product; the price stands above the form.
 */
function BuyLabel({ amount }: { amount: string | undefined }) {
  return (
    <span>
      <span>{m.buy_now()}</span>
      {amount && (
        <span aria-hidden className="figures whitespace-nowrap">
          {` · ${amount}`}
        </span>
      )}
    </span>
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

/** Says where the files will go, and how far the payment is, once it is being prepared. */
function PaymentStatus({
  email,
  state,
}: {
  email: string
  state: 'preparing' | 'ready' | undefined
}) {
  return (
    <>
      {state && <span>{state === 'ready' ? m.buy_ready() : m.buy_preparing()}</span>}{' '}
      <span>{m.buy_masked({ email: maskOwnEmail(email) })}</span>
    </>
  )
}

/** Focuses the first invalid field after each press of the button. Errors that appear later do not move the focus. */
function useFocusOnFirstError(
  { attempt, errors }: ReturnType<typeof usePurchase>,
  fields: readonly BuyField[],
) {
  const handledAttempt = useRef(0)
  const firstInvalidField = fields.find(field => errors[field])
  useEffect(() => {
    if (attempt === handledAttempt.current || !firstInvalidField) return
    handledAttempt.current = attempt
    document.getElementById(inputIdOf(firstInvalidField))?.focus()
  }, [attempt, firstInvalidField])
}
