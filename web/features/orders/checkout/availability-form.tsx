import { requestAvailabilityEmail } from '#contract/catalog/availability.ts'
import * as m from '#messages'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { EmailRequestForm } from './email-request-form.tsx'

/** A form that asks for one email when the product can be bought. */
export function AvailabilityForm({ productId }: { productId: number }) {
  const call = useCaptchaCall(requestAvailabilityEmail)
  return (
    <EmailRequestForm
      label={m.availability_label()}
      hint={m.availability_hint()}
      submit={m.availability_submit()}
      failed={m.availability_failed()}
      send={email => call({ params: { id: String(productId) }, body: { email } })}
      done={email => ({ title: m.availability_done_title(), text: m.availability_done({ email }) })}
    />
  )
}
