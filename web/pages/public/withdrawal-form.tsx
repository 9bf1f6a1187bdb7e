import { useEffect, useRef, useState } from 'react'
import { requestWithdrawal } from '#contract/withdrawals.ts'
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

/**
 * Asks for an email address or an order number, and shows the code of the request. The page says the same whether or
 * not there is an order.
 */
export function WithdrawalForm() {
  const [code, setCode] = useState<string>()
  if (code !== undefined) return <ShownCode code={code} onAgain={() => setCode(undefined)} />
  return (
    <>
      <h1 className="text-title">{m.withdrawal_title()}</h1>
      <p className="mt-4 text-lead text-soft">{m.withdrawal_lead()}</p>
      <ContactForm onCode={setCode} />
    </>
  )
}

function ShownCode({ code, onAgain }: { code: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-5">
      <h1 ref={heading} tabIndex={-1} className="text-title">
        {m.withdrawal_sent_title()}
      </h1>
      <p>
        {m.withdrawal_sent_code()}{' '}
        <strong className="figures font-display text-[1.4rem] whitespace-nowrap">{code}</strong>
      </p>
      <output className="text-lead text-soft">{m.withdrawal_sent()}</output>
      <Button kind="ghost" onClick={onAgain}>
        {m.withdrawal_sent_other()}
      </Button>
    </div>
  )
}

function ContactForm({ onCode }: { onCode: (code: string) => void }) {
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(
    requestWithdrawal.body,
    ['contact'],
  )
  const [failure, setFailure] = useState<string>()
  const takeCaptcha = useCaptcha('withdrawal_form')
  const { isValid, isSubmitting } = form.formState

  const submit = async (body: { contact: string }) => {
    setFailure(undefined)
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) return setFailure(errorText('ERROR_CAPTCHA_FAILED', getLocale()))
    const result = await callEndpoint(requestWithdrawal, { body, captcha })
    if (result.ok) onCode(result.body.code)
    else setFailure(errorText(result.code, getLocale()))
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
        <Banner tone="bad" title={m.withdrawal_failed()} live>
          {failure}
        </Banner>
      )}
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <Field
        label={m.withdrawal_field()}
        hint={m.withdrawal_hint()}
        autoComplete="email"
        error={errorOf('contact')}
        {...form.register('contact')}
      />
      <SubmitButton wide isReady={isValid} pending={isSubmitting}>
        {m.withdrawal_submit()}
      </SubmitButton>
    </form>
  )
}
