import { type ReactNode, useState } from 'react'
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { Button, type ButtonKind } from '#web/ui/actions/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import type { CallResult } from './call-result.ts'
import { CaptchaWarning } from './captcha-warning.tsx'
import { FormFailure } from './form-failure.tsx'
import { SubmitButton } from './submit-button.tsx'
import { type FieldConnector, useEndpointForm } from './use-endpoint-form.ts'

/** What the children of a form get to place its fields. */
interface FormFields<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>
  field: FieldConnector<Input>
}

export interface CallFormProps<
  Input extends FieldValues,
  Output extends FieldValues,
  Reply = unknown,
> {
  schema: z.ZodMiniType<Output, Input>
  /** The names of the fields from top to bottom. */
  fields: readonly FieldPath<Input>[]
  defaultValues?: DefaultValues<Input>
  /** Sends the values; undefined if the user has stopped it. */
  send: (values: Output) => Promise<CallResult<Reply> | undefined>
  /** Whether `send` needs a captcha. */
  hasCaptcha?: boolean
  /** The title of the message that the request failed. */
  failure: string
  /** The field that shows a failure, by its error code or by the name of a field of the request. */
  errorFields?: Readonly<Record<string, FieldPath<Input>>>
  /** Shows a failure in place of the form. Returns whether it did. */
  replaceForm?: (failure: ApiFailure) => boolean
  /** What follows a success. */
  onDone: (reply: Reply, values: Output) => unknown
  submit: string
  /** How the submit button looks: `danger` if the action cannot be undone, `ghost` beside another primary button. */
  submitKind?: ButtonKind | undefined
  /** Where the buttons are. */
  align?: keyof typeof BUTTON_ROWS
  onCancel?: (() => void) | undefined
  cancel?: string
  className?: string
  children: (fields: FormFields<Input, Output>) => ReactNode
}

/** `dialog` and `stack` take the full width on phones. In a dialog the button to cancel comes first. */
const BUTTON_ROWS = {
  start: 'flex flex-wrap gap-2.5',
  stack: 'flex flex-col gap-3 sm:flex-row',
  end: 'flex justify-end',
  dialog: 'flex flex-col-reverse gap-3 sm:flex-row sm:justify-end',
  wide: 'grid',
}

/**
 * A form that sends its values. It validates each change by `schema`, lists the errors after a refused submit, shows
 * the server's messages at their fields, and any other failure above the button. What was typed stays after a failure.
 */
export function CallForm<Input extends FieldValues, Output extends FieldValues, Reply>({
  schema,
  fields,
  defaultValues,
  send,
  hasCaptcha = false,
  failure,
  errorFields = {},
  replaceForm,
  onDone,
  submit,
  submitKind,
  align = 'wide',
  onCancel,
  cancel = m.cancel(),
  className = 'grid gap-5',
  children,
}: CallFormProps<Input, Output, Reply>) {
  const { form, field, attempt, showErrors, setServerErrors, fieldErrors } = useEndpointForm(
    schema,
    fields,
    defaultValues && { defaultValues },
  )
  const [failed, setFailed] = useState<ApiFailure>()
  const { isValid, isSubmitting } = form.formState

  const submitValues = async (values: Output) => {
    setFailed(undefined)
    const result = await send(values)
    if (!result) return undefined
    if (result.ok) return onDone(result.body, values)
    const name = errorFields[result.code]
    if (name) form.setError(name, { message: result.code }, { shouldFocus: true })
    else if (!setServerErrors(result.issues, errorFields) && !replaceForm?.(result))
      setFailed(result)
  }
  return (
    <form
      method="post"
      noValidate
      className={className}
      onSubmit={form.handleSubmit(submitValues, showErrors)}
    >
      {hasCaptcha && <CaptchaWarning />}
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      {children({ form, field })}
      <FormFailure title={failure} failure={failed} />
      <div className={BUTTON_ROWS[align]}>
        {align === 'dialog' && <CancelButton label={cancel} onCancel={onCancel} />}
        <SubmitButton kind={submitKind} isReady={isValid} pending={isSubmitting}>
          {submit}
        </SubmitButton>
        {align !== 'dialog' && <CancelButton label={cancel} onCancel={onCancel} />}
      </div>
    </form>
  )
}

function CancelButton({
  label,
  onCancel,
}: {
  label: string
  onCancel: (() => void) | undefined
}): ReactNode {
  return (
    onCancel && (
      <Button kind="ghost" onClick={onCancel}>
        {label}
      </Button>
    )
  )
}
