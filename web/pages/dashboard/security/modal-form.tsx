import type { FormEventHandler, ReactNode } from 'react'
import * as m from '#messages'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

/** A form inside a dialog, with its errors and with buttons to cancel and submit. */
export function ModalForm({
  onSubmit,
  onCancel,
  fieldErrors,
  attempt,
  isReady,
  pending,
  submit,
  danger = false,
  children,
}: {
  onSubmit: FormEventHandler
  onCancel: () => void
  fieldErrors: { name: string; message: string }[]
  attempt: number
  isReady: boolean
  pending: boolean
  submit: string
  danger?: boolean
  children: ReactNode
}) {
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={onSubmit}>
      <CaptchaWarning />
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      {children}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="ghost" onClick={onCancel}>
          {m.cancel()}
        </Button>
        <SubmitButton kind={danger ? 'danger' : 'primary'} isReady={isReady} pending={pending}>
          {submit}
        </SubmitButton>
      </div>
    </form>
  )
}
