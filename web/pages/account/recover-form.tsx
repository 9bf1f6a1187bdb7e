import { recoverPassword } from '#contract/accounts/passwords.ts'
import * as m from '#messages'
import { EndpointForm } from '#web/shared/forms/endpoint-form.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/**
 * Asks for the email of the account. After a success it shows a toast that stays until it is closed. Source:
 * specification, screen behaviour, recover.
 */
export function RecoverForm({ onRequested }: { onRequested: () => void }) {
  return (
    <EndpointForm
      endpoint={recoverPassword}
      schema={recoverPassword.body}
      fields={['email']}
      toInput={body => ({ body })}
      failure={m.recover_failed()}
      onDone={() => {
        showToast('info', m.recover_neutral(), { autoClose: false, id: 'recover' })
        onRequested()
      }}
      submit={m.recover_submit()}
    >
      {({ field }) => (
        <Field
          label={m.field_email()}
          type="email"
          inputMode="email"
          autoComplete="username"
          placeholder={m.field_email_placeholder()}
          {...field('email')}
        />
      )}
    </EndpointForm>
  )
}
