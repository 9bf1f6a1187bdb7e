import { type ReactNode, useState } from 'react'
import type { FieldPath, FieldValues, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { CaptchaWarning } from './captcha-warning.tsx'
import { FormFailure } from './form-failure.tsx'
import { SubmitButton } from './submit-button.tsx'
import {
  type CaptchaEndpoint,
  type InputWithoutCaptcha,
  useCaptchaCall,
} from './use-captcha-call.ts'
import { useEndpointForm } from './use-endpoint-form.ts'

/** What the children of a form get to place its fields. */
interface FormFields<Input extends FieldValues, Output extends FieldValues> {
  form: UseFormReturn<Input, unknown, Output>
  /** Returns the props that connect a field with the form and show its error. */
  field: <Name extends FieldPath<Input>>(
    name: Name,
  ) => UseFormRegisterReturn<Name> & { error: string | undefined }
}

/**
 * A form that sends its values to an endpoint with a captcha. It validates each change by `schema`, lists the errors
 * after a refused submit, shows the server's messages at their fields, and any other failure above the button.
 * @param fields the names of the fields from top to bottom
 * @param toInput the request that the values make
 * @param failure the title of the message that the request failed
 * @param onDone what follows a success
 */
export function EndpointForm<
  E extends CaptchaEndpoint,
  Input extends FieldValues,
  Output extends FieldValues,
>({
  endpoint,
  schema,
  fields,
  toInput,
  failure,
  onDone,
  submit,
  align = 'wide',
  className = 'grid gap-5',
  children,
}: {
  endpoint: E
  schema: z.ZodMiniType<Output, Input>
  fields: readonly FieldPath<Input>[]
  toInput: (values: Output) => InputWithoutCaptcha<E>
  failure: string
  onDone: (reply: EndpointReply<E>, values: Output) => void
  submit: string
  /** Where the button is: at the start or the end of its line, or over its full width. */
  align?: 'start' | 'end' | 'wide'
  className?: string
  children: (fields: FormFields<Input, Output>) => ReactNode
}) {
  const { form, errorOf, attempt, showErrors, setServerErrors, fieldErrors } = useEndpointForm(
    schema,
    fields,
  )
  const call = useCaptchaCall(endpoint)
  const [failed, setFailed] = useState<ApiFailure>()
  const { isValid, isSubmitting } = form.formState

  const send = async (values: Output) => {
    setFailed(undefined)
    const result = await call(toInput(values))
    if (result.ok) onDone(result.body, values)
    else if (!setServerErrors(result.issues)) setFailed(result)
  }
  return (
    <form
      method="post"
      noValidate
      className={className}
      onSubmit={form.handleSubmit(send, showErrors)}
    >
      <CaptchaWarning />
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      {children({ form, field: name => ({ error: errorOf(name), ...form.register(name) }) })}
      <FormFailure title={failure} failure={failed} />
      <SubmitButton
        wide={align === 'wide'}
        isReady={isValid}
        pending={isSubmitting}
        className={ALIGNMENTS[align]}
      >
        {submit}
      </SubmitButton>
    </form>
  )
}

const ALIGNMENTS = { start: 'justify-self-start', end: 'justify-self-end', wide: '' }
