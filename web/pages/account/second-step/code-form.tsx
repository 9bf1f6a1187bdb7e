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
import { CallForm } from '#web/shared/forms/call-form.tsx'
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
  return (
    <CallForm
      schema={FORMS[field]}
      fields={['typed']}
      send={({ typed }): Promise<StepAnswer> =>
        callEndpoint(endpoint, { body: { [field]: typed, rememberDevice } } as never)
      }
      failure={m.second_step_title()}
      // The failure of a code stands where that of a passkey does.
      replaceForm={failure => {
        void onAnswer({ ok: false, ...failure })
        return true
      }}
      onDone={body => onAnswer({ ok: true, body })}
      submit={m.second_step_submit()}
    >
      {({ field: connect }) => (
        <Field
          label={label}
          hint={hint}
          autoComplete={autoComplete}
          inputMode={inputMode}
          autoCapitalize="characters"
          spellCheck={false}
          {...connect('typed')}
        />
      )}
    </CallForm>
  )
}
