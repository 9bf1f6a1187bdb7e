import * as z from 'zod/mini'
import { changePassword, CurrentPassword, NewPassword } from '#contract/accounts/passwords.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { EndpointForm } from './endpoint-form.tsx'

const Passwords = z.object({ old: CurrentPassword, fresh: NewPassword })

/** A form of two fields, whose names are not those of the request. */
export function TwoFields({ isReplaced = false }: { isReplaced?: boolean }) {
  return (
    <EndpointForm
      endpoint={changePassword}
      schema={Passwords}
      fields={['old', 'fresh']}
      toInput={({ old, fresh }) => ({ body: { currentPassword: old, newPassword: fresh } })}
      failure="It was not changed"
      errorFields={{ ERROR_PASSWORD_INVALID_CURRENT_PASSWORD: 'old', newPassword: 'fresh' }}
      {...(isReplaced && {
        replaceForm: failure => {
          document.title = `replaced after ${failure.code}`
          return true
        },
      })}
      onDone={() => (document.title = 'done')}
      submit="Change"
      onCancel={() => (document.title = 'cancelled')}
    >
      {({ field }) => (
        <>
          <Field label="Old" {...field('old')} />
          <Field label="New" {...field('fresh')} />
        </>
      )}
    </EndpointForm>
  )
}
