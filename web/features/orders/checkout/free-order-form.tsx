import { requestFreeCopy } from '#contract/free-copies.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { formatTime, getDeviceTimeZone } from '#web/i18n/format.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
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

/** A form that emails the link to the files of a free product. */
export function FreeCopyForm({ productId }: { productId: number }) {
  const call = useCaptchaCall(requestFreeCopy)
  return (
    <EmailRequestForm
      label={m.free_copy_label()}
      hint={m.free_copy_hint()}
      submit={m.free_copy_submit()}
      failed={m.free_copy_failed()}
      send={email => call({ params: { id: String(productId) }, body: { email } })}
      describeFailure={describeRefusal}
      done={email => ({ title: m.free_copy_done_title(), text: m.free_copy_done({ email }) })}
    />
  )
}
