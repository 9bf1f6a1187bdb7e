import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { LIMITS } from '#contract/core/limits.ts'
import { SupportForm, sendSupportMessage } from '#contract/support.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useCaptcha } from '#web/api/captcha.ts'
import { callEndpoint } from '#web/api/client.ts'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * A form that sends an email to the marketplace's support. After it was sent, a confirmation takes its place, which
 * stays until the visitor writes another message.
 */
export function ContactForm() {
  const [sentFrom, setSentFrom] = useState<string>()
  if (sentFrom === undefined) return <MessageForm onSent={setSentFrom} />
  return (
    <Banner
      tone="ok"
      live
      title={m.help_sent_title()}
      action={
        <Button kind="ghost" size="small" onClick={() => setSentFrom(undefined)}>
          {m.help_another()}
        </Button>
      }
    >
      {m.help_sent({ email: sentFrom })}
    </Banner>
  )
}

function MessageForm({ onSent }: { onSent: (email: string) => void }) {
  const orderNumber = useSearchParams()[0].get('order')
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(SupportForm, [
    'email',
    'message',
  ])
  const takeCaptcha = useCaptcha('support_form')
  const { register, formState, setValue, getValues } = form
  // The message begins with the order's number if the page was opened from an order. It is set after hydration, since
  // the HTML of the page is cached without the query.
  useEffect(() => {
    if (orderNumber && !getValues('message'))
      setValue('message', `${m.order_number({ number: orderNumber.slice(0, 9) })}: `)
  }, [orderNumber, getValues, setValue])

  const send = async (body: SupportForm) => {
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined)
      return showToast('error', errorText('ERROR_CAPTCHA_FAILED', getLocale()))
    const result = await callEndpoint(sendSupportMessage, { body, captcha })
    if (!result.ok) return showToast('error', errorText(result.code, getLocale()))
    onSent(body.email)
  }
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(send, showErrors)}
    >
      <CaptchaWarning />
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <Field
        label={m.help_email()}
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errorOf('email')}
        {...register('email')}
      />
      <TextArea
        label={m.help_message()}
        placeholder={m.help_message_placeholder()}
        rows={5}
        counterMax={LIMITS.message.max}
        error={errorOf('message')}
        {...register('message')}
      />
      <SubmitButton
        isReady={formState.isValid}
        pending={formState.isSubmitting}
        className="justify-self-start"
      >
        {m.help_send()}
      </SubmitButton>
    </form>
  )
}
