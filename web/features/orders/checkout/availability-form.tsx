import { requestAvailabilityEmail } from '#contract/storefront/availability.ts'
import * as m from '#messages'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { NotSoldNotice } from './not-sold-notice.tsx'
import { EmailRequestForm } from './email-request-form.tsx'

/** Says why a product cannot be bought now, and takes an email for when it can. */
export function NotSold({ productId, isPaused }: { productId: number; isPaused: boolean }) {
  return (
    <>
      <NotSoldNotice isPaused={isPaused} />
      <AvailabilityForm productId={productId} />
    </>
  )
}

/** A form that asks for one email when the product can be bought. */
function AvailabilityForm({ productId }: { productId: number }) {
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
