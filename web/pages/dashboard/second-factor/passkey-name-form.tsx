import * as z from 'zod/mini'
import { PasskeyName } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'

const NameForm = z.object({ name: PasskeyName })

/** A form with the name of a passkey. */
export function PasskeyNameForm({
  name,
  submitLabel,
  onCancel,
  onSubmit,
}: {
  name: string
  submitLabel: string
  onCancel: () => void
  onSubmit: (name: string) => Promise<void>
}) {
  const { form, errorOf, showErrors } = useEndpointForm(NameForm, ['name'], {
    defaultValues: { name },
  })
  const submit = form.handleSubmit(({ name }) => onSubmit(name), showErrors)
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <Field
        label={m.passkey_name()}
        autoComplete="off"
        error={errorOf('name')}
        {...form.register('name')}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="ghost" onClick={onCancel}>
          {m.cancel()}
        </Button>
        <SubmitButton isReady pending={form.formState.isSubmitting}>
          {submitLabel}
        </SubmitButton>
      </div>
    </form>
  )
}
