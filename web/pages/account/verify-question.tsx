import {
  type EmailLink,
  VerifyWithPassword,
  verifyWithPassword,
} from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import type { TokenResult } from '#web/features/accounts/use-email-token.ts'
import { paths } from '#web/paths.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'

/**
 * The question of the verification page in a browser that did not register the account. The password of the registration
 * verifies the account; who does not know it chooses a new one, which replaces the one that somebody else has chosen.
 */
export function VerifyQuestion({
  token,
  link,
  onResult,
}: {
  token: string
  link: EmailLink
  onResult: (result: TokenResult) => void
}) {
  return (
    <OutcomePage
      focusHeading
      art="mailbox"
      title={m.verify_ask_title()}
      lead={link.hasPassword ? m.verify_ask_text() : m.verify_ask_no_password()}
    >
      {link.hasPassword && <PasswordForm token={token} onResult={onResult} />}
      <div className="grid justify-items-start gap-3 border-t border-line pt-4">
        {link.hasPassword && <p className="text-small text-soft">{m.verify_ask_unknown()}</p>}
        <LinkButton to={paths.setPassword(token)} kind={link.hasPassword ? 'ghost' : 'primary'}>
          {m.verify_ask_choose()}
        </LinkButton>
      </div>
    </OutcomePage>
  )
}

function PasswordForm({
  token,
  onResult,
}: {
  token: string
  onResult: (result: TokenResult) => void
}) {
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(VerifyWithPassword, [
    'password',
  ])

  const submit = form.handleSubmit(async body => {
    const result = await callEndpoint(verifyWithPassword, { params: { token }, body })
    if (result.ok || TOKEN_ERRORS.has(result.code)) return onResult(result)
    if (result.code === 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
      return form.setError('password', { message: result.code }, { shouldFocus: true })
    showFailureToast(m.verify_error(), result)
  }, showErrors)

  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <PasswordField
        label={m.field_password()}
        showLabel={m.show_password()}
        hideLabel={m.hide_password()}
        error={errorOf('password')}
        {...form.register('password')}
      />
      <SubmitButton isReady={form.formState.isValid} pending={form.formState.isSubmitting}>
        {m.verify_ask_submit()}
      </SubmitButton>
    </form>
  )
}

/** The error codes that mean that the link does not work, whatever the password is. */
const TOKEN_ERRORS: ReadonlySet<string> = new Set([
  'ERROR_MISSING_OR_EXPIRED_TOKEN',
  'ERROR_NO_USER_FOUND_FOR_TOKEN',
  'ERROR_USER_ALREADY_VERIFIED',
])
