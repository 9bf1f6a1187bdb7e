import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import * as m from '#messages'
import type { FieldConnector } from '#web/shared/forms/use-endpoint-form.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'

interface TwoPasswords extends FieldValues {
  password?: string
  confirm_password?: string
}

/** The fields for a new password and its confirmation. */
export function NewPasswordFields<Input extends TwoPasswords, Output extends FieldValues>({
  form,
  field,
  label,
  confirmLabel,
}: {
  form: UseFormReturn<Input, unknown, Output>
  field: FieldConnector<Input>
  label: string
  confirmLabel: string
}) {
  const password = 'password' as FieldPath<Input>
  const confirmation = 'confirm_password' as FieldPath<Input>
  const { dirtyFields, touchedFields, isSubmitted } = form.formState
  const isConfirmationTyped = Boolean(get(dirtyFields, confirmation))
  // Nobody is told to confirm the password before the field was reached.
  const isConfirmationReached =
    isConfirmationTyped || isSubmitted || Boolean(get(touchedFields, confirmation))
  return (
    <>
      <NewPasswordField
        label={label}
        {...field(password, {
          onChange: () => {
            // The confirmation must equal the password. Once it has been typed, each change of the password validates
            // it again.
            if (isConfirmationTyped) void form.trigger(confirmation)
          },
        })}
      />
      <PasswordField
        label={confirmLabel}
        autoComplete="new-password"
        showLabel={m.show_password()}
        hideLabel={m.hide_password()}
        {...field(confirmation)}
        {...(!isConfirmationReached && { error: undefined })}
      />
    </>
  )
}
