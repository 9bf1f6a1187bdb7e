import { createPreference } from '#contract/orders/orders.ts'
import { type QuoteFacts, quote, toSeen } from '#contract/prices/quote.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { formatTime, getDeviceTimeZone } from '#web/i18n/format.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { getTouches } from '#web/shared/touches.ts'
import { EmailRequestForm } from './email-request-form.tsx'

const MINUTE_MS = 60_000

/** Says when to ask again, if too many emails with free files went out lately. */
export function describeRefusal({ code, retryAfter }: ApiFailure): string | undefined {
  if (code !== 'ERROR_TOO_MANY_REQUESTS' || retryAfter === undefined) return undefined
  const endsAt = Date.now() + retryAfter * 1000
  // A time of day has no seconds, so a minute that has begun is not named.
  const minuteAfter = new Date(Math.ceil(endsAt / MINUTE_MS) * MINUTE_MS)
  return m.free_copy_later({ time: formatTime(minuteAfter, getDeviceTimeZone()) })
}

/** A form that orders products which cost nothing, so that the link to their files is emailed. */
export function FreeOrderForm({
  ids,
  facts,
  onNewFacts,
}: {
  ids: readonly number[]
  facts: QuoteFacts
  /** Called if the products cost something now, so that the page can show it. */
  onNewFacts: (facts: QuoteFacts) => void
}) {
  const call = useCaptchaCall(createPreference)
  const order = async (payerEmail: string) => {
    const products = ids.map(id => ({ id }))
    const body = {
      products,
      ...(facts.coupon && { coupon: facts.coupon.code }),
      seen: toSeen(quote({ products }, facts)),
      from: getTouches(),
      payerEmail,
    }
    const result = await call({ body })
    if (!result.ok && result.newQuote) onNewFacts(result.newQuote.facts)
    return result
  }
  return (
    <EmailRequestForm
      label={m.free_copy_label()}
      hint={m.free_copy_hint()}
      submit={m.free_copy_submit()}
      failed={m.free_copy_failed()}
      send={order}
      describeFailure={describeRefusal}
      done={email => ({ title: m.free_copy_done_title(), text: m.free_copy_done({ email }) })}
    />
  )
}
