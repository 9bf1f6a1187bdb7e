import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import {
  type SecondStep,
  completeStepWithCode,
  completeStepWithEmailCode,
  completeStepWithRecoveryCode,
} from '#contract/accounts/second-step.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { useFinishSignIn } from '#web/features/accounts/use-finish-sign-in.ts'
import { paths } from '#web/paths.ts'
import { getFailureText } from '#web/shared/failure-text.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { CodeForm, type StepAnswer } from './code-form.tsx'
import { PasskeyStep } from './passkey-step.tsx'

type Method = SecondStep['methods'][number]

/** Asks for the second step by the user's strongest method; the others are one press away. */
export function SecondStepForm({
  methods,
  canRememberDevice,
  returnTo,
}: {
  methods: readonly Method[]
  canRememberDevice: boolean
  returnTo: string
}) {
  const typedMethods = methods.filter(method => method !== 'passkey')
  const [typedMethod, setTypedMethod] = useState(typedMethods[0])
  const otherMethod = typedMethods.find(method => method !== typedMethod)
  const [rememberDevice, setRememberDevice] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const finish = useFinishSignIn(returnTo)

  /**
   * Handles the answer to any method: the session, the second factor that follows an emailed code, or what is wrong.
   */
  const handleAnswer = async (answer: StepAnswer) => {
    setFailure(answer.ok ? undefined : answer)
    if (answer.ok) await (answer.body.secondStep ? revalidate() : finish())
    else if (answer.code === 'ERROR_SECOND_STEP_EXPIRED')
      await navigate(paths.login({ step: 'expired', returnTo }), { replace: true })
  }

  return (
    <>
      {failure && <Banner tone="bad" live title={getFailureText(failure)} />}
      {methods.includes('passkey') && (
        <PasskeyStep rememberDevice={rememberDevice} onAnswer={handleAnswer} />
      )}
      {typedMethod === 'totp' && (
        <CodeForm
          key="totp"
          endpoint={completeStepWithCode}
          field="code"
          label={m.second_step_code_label()}
          hint={m.totp_code_hint()}
          autoComplete="one-time-code"
          inputMode="numeric"
          rememberDevice={rememberDevice}
          onAnswer={handleAnswer}
        />
      )}
      {typedMethod === 'recovery_code' && (
        <CodeForm
          key="recovery"
          endpoint={completeStepWithRecoveryCode}
          field="recoveryCode"
          label={m.second_step_recovery_label()}
          hint={m.second_step_recovery_hint()}
          autoComplete="off"
          inputMode="text"
          rememberDevice={rememberDevice}
          onAnswer={handleAnswer}
        />
      )}
      {typedMethod === 'email_code' && (
        <CodeForm
          key="email"
          endpoint={completeStepWithEmailCode}
          field="emailCode"
          label={m.second_step_email_label()}
          hint={m.second_step_email_hint()}
          autoComplete="one-time-code"
          inputMode="text"
          onAnswer={handleAnswer}
        />
      )}
      {canRememberDevice && (
        <Checkbox
          label={m.second_step_remember()}
          checked={rememberDevice}
          onChange={event => setRememberDevice(event.target.checked)}
        />
      )}
      {otherMethod && (
        <Button kind="quiet" size="small" onClick={() => setTypedMethod(otherMethod)}>
          {otherMethod === 'totp' ? m.second_step_use_code() : m.second_step_use_recovery()}
        </Button>
      )}
    </>
  )
}
