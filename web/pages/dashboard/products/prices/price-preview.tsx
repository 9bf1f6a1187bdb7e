import { useEffect, useRef, useState } from 'react'
import { type PriceChange, changePrices } from '#contract/prices/price-changes.ts'
import type { PriceProblem } from '#contract/prices/price-rules.ts'
import type { CallInput, EndpointReply } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/fields.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import {
  formatDateTime,
  formatMinorUnits,
  formatPrice,
  getDeviceTimeZone,
} from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { ArrowRight } from '#web/ui/icons/arrow-right.tsx'
import { describeRule } from './price-form.ts'

/** What was asked of the server, and what it would change. */
export interface DryRun {
  request: CallInput<typeof changePrices>['body']
  reply: EndpointReply<typeof changePrices>
}

const PROBLEM_TEXTS: Readonly<Record<PriceProblem, () => string>> = {
  no_price: m.prices_problem_no_price,
  free: m.prices_problem_free,
  planned: m.prices_problem_planned,
  offered: m.prices_problem_offered,
  too_low: m.prices_problem_too_low,
  too_high: m.prices_problem_too_high,
  above_suggested: m.prices_problem_above_suggested,
  unchanged: m.prices_problem_unchanged,
}

/**
 * Shows old and new prices with what they leave the seller, and changes them. If something has changed meanwhile, it
 * shows the prices anew.
 */
export function PricePreview({
  dryRun: { request, reply },
  onRenewed,
  onBack,
  onDone,
}: {
  dryRun: DryRun
  onRenewed: (dryRun: DryRun) => void
  onBack: () => void
  onDone: () => void
}) {
  const [preview] = useWrite(changePrices, { changesNothing: true })
  const [write] = useWrite(changePrices)
  const change = useCaptchaCall(changePrices, input => toCallResult(write(input)))
  const [pending, setPending] = useState(false)
  const [isRenewed, setIsRenewed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const { currency, changes } = reply
  const changed = changes.filter(({ after }) => after !== null)
  const unchanged = changes.filter(({ after }) => after === null)
  const { startsAt } = request
  const date = startsAt && formatDateTime(startsAt, getDeviceTimeZone())

  const renew = async () => {
    const renewed = await toCallResult(preview({ body: request }))
    if (!renewed.ok) return showFailureToast(m.prices_failed(), renewed)
    setIsRenewed(true)
    onRenewed({ request, reply: renewed.body })
  }
  const apply = async () => {
    setPending(true)
    setIsRenewed(false)
    const body = { ...request, dryRun: false, seen: reply.digest }
    const result = await change({ body })
    if (result.ok) {
      const count = changed.length
      showToast('success', date ? m.prices_planned({ count, date }) : m.prices_changed({ count }))
      return onDone()
    }
    if (result.code === 'ERROR_PRICES_CHANGED') await renew()
    else showFailureToast(m.prices_failed(), result)
    setPending(false)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="text-h3">
          {m.prices_preview_title({ count: changed.length })}
        </h2>
        <p className="text-soft">
          <span>{describeRule(request.rule, request.ending, currency)}</span>
          {date && <span>{` · ${m.prices_on({ date })}`}</span>}
        </p>
      </div>
      {isRenewed && (
        <Banner tone="warn" live title={m.prices_renewed_title()}>
          {m.prices_renewed()}
        </Banner>
      )}
      <ul className="grid rounded-card border border-line empty:hidden">
        {changed.map(product => (
          <ChangedPrice key={product.id} product={product} currency={currency} />
        ))}
      </ul>
      {unchanged.length > 0 && (
        <details open={changed.length === 0}>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center">
            {m.prices_unchanged({ count: unchanged.length })}
          </summary>
          <ul className="mt-2 grid gap-1.5 text-small">
            {unchanged.map(({ id, name, problem }) => (
              <li key={id} className="[overflow-wrap:anywhere]">
                <span className="font-semibold">{name || m.draft_nameless()}</span>
                {': '}
                <span className="text-soft">{PROBLEM_TEXTS[problem ?? 'unchanged']()}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="text-small text-soft">{m.prices_promise()}</p>
      <div className="flex flex-col gap-3 sm:flex-row">
        {changed.length > 0 && (
          <Button pending={pending} onClick={() => void apply()}>
            {date
              ? m.prices_plan({ count: changed.length })
              : m.prices_apply({ count: changed.length })}
          </Button>
        )}
        <Button kind="ghost" onClick={onBack}>
          {m.prices_back()}
        </Button>
      </div>
    </div>
  )
}

/** A row with the old and the new price, and with what a step of the commission does to what is kept. */
function ChangedPrice({
  product: { name, isDraft, isPriceDynamic, before, after, better },
  currency,
}: {
  product: PriceChange
  currency: Currency
}) {
  if (!before || !after) return null
  const minor = (amount: number) => formatMinorUnits(amount, currency)
  const isOtherStep = before.feePercent !== after.feePercent
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line p-3.5 last:border-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline">
      <span className="min-w-0">
        <span className="font-[650] [overflow-wrap:anywhere]">{name || m.draft_nameless()}</span>
        {isDraft && <span className="text-small text-soft"> · {m.state_draft()}</span>}
        {isPriceDynamic && <span className="text-small text-soft"> · {m.prices_minimum()}</span>}
      </span>
      <span className="figures grid gap-1 sm:justify-items-end">
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <FromTo
            from={formatPrice(before.price, currency)}
            to={formatPrice(after.price, currency)}
          />
        </span>
        <span className="inline-flex flex-wrap items-baseline gap-x-2 text-small">
          <span className="text-soft">{m.prices_kept()}</span>
          <FromTo from={minor(before.keptMinor)} to={minor(after.keptMinor)} />
        </span>
      </span>
      {(better || isOtherStep) && (
        <span className="figures grid gap-1 text-small sm:col-span-2">
          {isOtherStep && (
            <span className="text-soft">
              {m.prices_step({ before: before.feePercent, after: after.feePercent })}
            </span>
          )}
          {better && (
            <span className="font-semibold text-warn">
              {m.prices_better({
                price: formatPrice(better.price, currency),
                kept: minor(better.keptMinor),
              })}
            </span>
          )}
        </span>
      )}
    </li>
  )
}

function FromTo({ from, to }: { from: string; to: string }) {
  return (
    <>
      <span className="text-soft">{from}</span>
      <ArrowRight aria-hidden size={14} className="self-center text-soft" />
      <span className="sr-only">{m.prices_to()}</span>
      <span className="font-semibold">{to}</span>
    </>
  )
}
