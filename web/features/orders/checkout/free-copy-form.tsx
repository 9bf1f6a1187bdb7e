import { requestFreeCopy } from '#contract/free-copies.ts'
import * as m from '#messages'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { EmailRequestForm } from './email-request-form.tsx'

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
      done={(email, { isDelayed }) => ({
        title: isDelayed ? m.free_copy_delayed_title() : m.free_copy_done_title(),
        text: isDelayed ? m.free_copy_delayed({ email }) : m.free_copy_done({ email }),
      })}
    />
  )
}
