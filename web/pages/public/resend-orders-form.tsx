import { useState } from 'react'
import { OrderLookupForm, parseOrderNumber } from '#contract/orders/order-number.ts'
import { resendOrderLinks } from '#contract/orders/orders.ts'
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
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * Asks for the buyer's email or an order number. The server emails the links to the address of the orders, and the page
 * answers the same whether or not there are any.
 */
export function ResendOrdersForm() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo)
    return (
      <div className="grid justify-items-start gap-5">
        <h1 className="text-title">{m.order_mine_sent_title()}</h1>
        <output className="text-lead break-words text-soft">
          {m.order_mine_sent({ email: sentTo })}
        </output>
        <Button kind="ghost" onClick={() => setSentTo(undefined)}>
          {m.order_mine_other()}
        </Button>
      </div>
    )
  return (
    <>
      <h1 className="text-title">{m.order_mine()}</h1>
      <p className="mt-4 text-lead text-soft">{m.order_mine_text()}</p>
      <LookupForm onSent={setSentTo} />
    </>
  )
}

function LookupForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(OrderLookupForm, [
    'emailOrNumber',
  ])
  const [failure, setFailure] = useState<string>()
  const takeCaptcha = useCaptcha('order_resend_form')
  const { isValid, isSubmitting } = form.formState

  const fail = (text: string) => {
    setFailure(text)
    showToast('error', text)
  }
  const submit = async ({ emailOrNumber }: { emailOrNumber: string }) => {
    setFailure(undefined)
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) return fail(errorText('ERROR_CAPTCHA_FAILED', getLocale()))
    const number = parseOrderNumber(emailOrNumber)
    const body = number === undefined ? { email: emailOrNumber } : { number }
    const result = await callEndpoint(resendOrderLinks, { body, captcha })
    if (result.ok) onSent(number ?? emailOrNumber)
    else fail(errorText(result.code, getLocale()))
  }

  return (
    <form
      method="post"
      noValidate
      className="mt-6 grid gap-4"
      onSubmit={form.handleSubmit(submit, showErrors)}
    >
      <CaptchaWarning />
      {failure && (
        <Banner tone="bad" title={m.order_mine_failed()}>
          {failure}
        </Banner>
      )}
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <Field
        label={m.order_mine_field()}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={m.order_mine_placeholder()}
        error={errorOf('emailOrNumber')}
        {...form.register('emailOrNumber')}
      />
      <SubmitButton wide isReady={isValid} pending={isSubmitting}>
        {m.order_mine_submit()}
      </SubmitButton>
    </form>
  )
}
