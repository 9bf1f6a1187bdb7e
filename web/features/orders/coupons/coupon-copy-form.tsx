import { requestCouponCopy } from '#contract/free-copies.ts'
import * as m from '#messages'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { EmailRequestForm } from '../checkout/email-request-form.tsx'
import { describeRefusal } from '../checkout/free-copy-form.tsx'

/** A form that emails the link to the files of products that a coupon makes free. */
export function CouponCopyForm({ code, ids }: { code: string; ids: number[] }) {
  const call = useCaptchaCall(requestCouponCopy)
  return (
    <EmailRequestForm
      label={m.free_copy_label()}
      hint={m.free_copy_hint()}
      submit={m.free_copy_submit()}
      failed={m.free_copy_failed()}
      send={email => call({ body: { email, code, products: ids } })}
      describeFailure={describeRefusal}
      done={email => ({ title: m.free_copy_done_title(), text: m.free_copy_done({ email }) })}
    />
  )
}
