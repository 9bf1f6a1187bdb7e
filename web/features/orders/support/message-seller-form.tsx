import { useState } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import { messageSeller, OrderMessageForm } from '#contract/orders/messages.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

/** The form in which a buyer writes to the seller of an order. */
export default function MessageSellerForm({ token, seller }: { token: string; seller: string }) {
  const [isSent, setIsSent] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { form, errorOf, showErrors } = useEndpointForm(OrderMessageForm, ['message'])
  const send = useCaptchaCall(messageSeller)
  const { isValid, isSubmitting } = form.formState
  if (isSent) return <output className="text-small">{m.message_sent({ seller })}</output>

  const submit = async (body: OrderMessageForm) => {
    setFailure(undefined)
    const result = await send({ params: { token }, body })
    if (result.ok) setIsSent(true)
    else setFailure(errorText(result.code, getLocale()))
  }
  return (
    <form
      method="post"
      noValidate
      className="grid w-full min-w-0 gap-4"
      onSubmit={form.handleSubmit(submit, showErrors)}
    >
      {failure && (
        <Banner tone="bad" title={m.message_failed()}>
          {failure}
        </Banner>
      )}
      <TextArea
        label={m.message_label()}
        rows={4}
        maxLength={LIMITS.message.max}
        error={errorOf('message')}
        {...form.register('message')}
      />
      <SubmitButton isReady={isValid} pending={isSubmitting} className="justify-self-start">
        {m.message_submit()}
      </SubmitButton>
    </form>
  )
}
