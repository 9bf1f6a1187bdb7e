import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/passwords.ts'
import { requestEmailChange } from '#contract/accounts/user.ts'
import { Email, issueKey, type IssueKey } from '#contract/core/fields.ts'
import * as m from '#messages'
import { refreshAccount } from '#web/features/accounts/refresh-account.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { EndpointForm } from '#web/shared/forms/endpoint-form.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * Returns the schema of a required email. Each of the two email fields passes its own message for a missing value.
 */
const requiredEmail = (missing: IssueKey) =>
  z.pipe(z.string({ error: missing }).check(z.trim(), z.minLength(1, missing)), Email)

/**
 * Returns the schema of the form. The current email is compared with the account's in the browser and is not sent.
 * Source: specification, change email.
 */
function emailChangeSchema(currentEmail: string) {
  const isAccount = z.refine<string>(
    typed => typed === currentEmail,
    issueKey('issue_email_not_current'),
  )
  const isOther = z.refine<string>(typed => typed !== currentEmail, issueKey('issue_email_same'))
  return z.object({
    email: requiredEmail('issue_current_email_required').check(isAccount),
    newEmail: requiredEmail('issue_new_email_required').check(isOther),
    password: CurrentPassword,
  })
}

/**
 * The form that requests a change of the email. The dialog closes both on success and on failure.
 * Source: specification, modals.
 */
export function ChangeEmailForm({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <EndpointForm
      endpoint={requestEmailChange}
      schema={emailChangeSchema(email)}
      fields={['email', 'newEmail', 'password']}
      toInput={({ newEmail, password }) => ({ body: { newEmail, password } })}
      failure={m.email_change_error()}
      replaceForm={failure => {
        onClose()
        showFailureToast(m.email_change_error(), failure)
        return true
      }}
      onDone={() => {
        onClose()
        showToast('success', m.change_email_done())
        return refreshAccount()
      }}
      submit={m.change_email_submit()}
      align="dialog"
      onCancel={onClose}
    >
      {({ field }) => (
        <>
          <Field
            label={m.change_email_current()}
            type="email"
            inputMode="email"
            autoComplete="username"
            {...field('email')}
          />
          <Field
            label={m.change_email_new()}
            type="email"
            inputMode="email"
            autoComplete="email"
            placeholder={m.field_email_placeholder()}
            {...field('newEmail')}
          />
          <PasswordField
            label={m.change_email_password()}
            showLabel={m.show_password()}
            hideLabel={m.hide_password()}
            {...field('password')}
          />
        </>
      )}
    </EndpointForm>
  )
}
