import * as z from 'zod/mini'
import { PasskeyName } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { CallForm, type CallFormProps } from '#web/shared/forms/call-form.tsx'
import { Field } from '#web/ui/forms/field.tsx'

const NameForm = z.object({ name: PasskeyName })
type NameForm = z.infer<typeof NameForm>

/** A form with the name of a passkey. */
export function PasskeyNameForm<Reply>({
  name,
  ...form
}: { name: string } & Pick<
  CallFormProps<NameForm, NameForm, Reply>,
  'send' | 'onDone' | 'submit' | 'onCancel'
>) {
  return (
    <CallForm
      {...form}
      schema={NameForm}
      fields={['name']}
      defaultValues={{ name }}
      failure={m.second_factor_failed_title()}
      align="dialog"
    >
      {({ field }) => <Field label={m.passkey_name()} autoComplete="off" {...field('name')} />}
    </CallForm>
  )
}
