import { useState } from 'react'
import { useNavigate } from 'react-router'
import { resendVerification } from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { paths } from '#web/paths.ts'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

type State = 'idle' | 'loading' | 'success' | 'error'

/**
 * Sends the verification email again. The form is disabled while it sends, after a success or failure, and for verified
 * accounts. After a failure the user can reset it. Source: specification, screen behaviour, not verified.
 */
export function ResendVerificationForm({
  knownEmail,
  isVerified,
}: {
  knownEmail: string | undefined
  isVerified: boolean
}) {
  const { form, field, attempt, showErrors, fieldErrors } = useEndpointForm(
    resendVerification.body,
    ['email'],
    knownEmail === undefined ? {} : { defaultValues: { email: knownEmail } },
  )
  const [state, setState] = useState<State>('idle')
  const [failure, setFailure] = useState('')
  const resend = useCaptchaCall(resendVerification)
  const navigate = useNavigate()
  const isDisabled = state !== 'idle' || isVerified

  const fail = (text: string) => {
    setState('error')
    setFailure(text)
    showToast('error', text)
  }
  const submit = async (body: { email: string }) => {
    if (isDisabled) return
    setState('loading')
    const result = await resend({ body })
    if (!result.ok) return fail(errorText(result.code, getLocale()))
    setState('success')
    showToast('success', m.not_verified_done())
    await navigate(paths.login())
  }

  return (
    <form
      method="post"
      noValidate
      className="mt-2 grid gap-4"
      onSubmit={form.handleSubmit(submit, showErrors)}
    >
      <CaptchaWarning />
      {state === 'error' && (
        <Banner
          tone="bad"
          title={m.not_verified_failed()}
          action={
            <Button size="small" kind="ghost" onClick={() => setState('idle')}>
              {m.retry()}
            </Button>
          }
        >
          {failure}
        </Banner>
      )}
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <Field
        label={m.field_email()}
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder={m.field_email_placeholder()}
        readOnly={isDisabled}
        {...field('email')}
      />
      <SubmitButton
        wide
        isReady={form.formState.isValid && !isDisabled}
        pending={state === 'loading'}
      >
        {m.not_verified_submit()}
      </SubmitButton>
    </form>
  )
}
