import * as z from 'zod/mini'
import {
  RecoveryCode,
  type SecondStep,
  TotpCode,
  type completeStepWithCode,
  type completeStepWithEmailCode,
  type completeStepWithRecoveryCode,
} from '#contract/accounts/second-step.ts'
import * as m from '#messages'
import { type ApiFailure, callEndpoint } from '#web/api/client.ts'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'

const FORMS = {
  code: z.object({ typed: TotpCode }),
  recoveryCode: z.object({ typed: RecoveryCode }),
  emailCode: z.object({ typed: RecoveryCode }),
}

/** The answer to a second step. With an emailed code, `secondStep` is set if a second factor must follow. */
export type StepAnswer =
  | { ok: true; body: { email: string; secondStep?: SecondStep | undefined } }
  | ({ ok: false } & ApiFailure)

/** A form with one code, which it sends to `endpoint` as `field`. */
export function CodeForm({
  endpoint,
  field,
  label,
  hint,
  autoComplete,
  inputMode,
  rememberDevice,
  onAnswer,
}: {
  endpoint:
    | typeof completeStepWithCode
    | typeof completeStepWithRecoveryCode
    | typeof completeStepWithEmailCode
  field: keyof typeof FORMS
  label: string
  hint: string
  autoComplete: string
  inputMode: 'numeric' | 'text'
  rememberDevice?: boolean
  onAnswer: (answer: StepAnswer) => Promise<void>
}) {
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(FORMS[field], [
    'typed',
  ])
  const submit = form.handleSubmit(async ({ typed }) => {
    const body = { [field]: typed, rememberDevice }
    await onAnswer(await callEndpoint(endpoint, { body } as never))
  }, showErrors)

  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <Field
        label={label}
        hint={hint}
        autoComplete={autoComplete}
        inputMode={inputMode}
        autoCapitalize="characters"
        spellCheck={false}
        error={errorOf('typed')}
        {...form.register('typed')}
      />
      <SubmitButton wide isReady={form.formState.isValid} pending={form.formState.isSubmitting}>
        {m.second_step_submit()}
      </SubmitButton>
    </form>
  )
}
