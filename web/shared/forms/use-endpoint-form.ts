import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import {
  get,
  useForm,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormProps,
  type UseFormRegisterReturn,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import type { ValidationIssue } from '#contract/core/endpoint.ts'
import { isErrorCode } from '#contract/core/errors.ts'
import { errorText } from '#messages/errors'
import { issueText } from '#messages/issues'
import { getLocale } from '#messages/runtime'

/** Returns the props that connect a field with the form and show its error. */
export type FieldConnector<Input extends FieldValues> = <Name extends FieldPath<Input>>(
  name: Name,
  options?: RegisterOptions<Input, Name>,
) => UseFormRegisterReturn<Name> & { error: string | undefined }

/**
 * Creates a form that validates every change by a schema of the contract. Text fields must have no default value,
 * because input typed before hydration is read from them.
 * @param fields the names of the fields from top to bottom, by which the error summary lists errors
 */
export function useEndpointForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodMiniType<Output, Input>,
  fields: readonly FieldPath<Input>[],
  options: Pick<
    UseFormProps<Input, unknown, Output>,
    'defaultValues' | 'values' | 'resetOptions'
  > = {},
) {
  const form = useForm<Input, unknown, Output>({
    ...options,
    mode: 'onChange',
    resolver: zodResolver(schema),
    // The first invalid field does not take the focus, because the error summary takes it and links to the fields.
    shouldFocusError: false,
  })
  const [attempt, setAttempt] = useState(0)
  const { errors } = form.formState

  const errorOf = (name: FieldPath<Input>) => {
    const fieldError: { type?: string; message?: string } | undefined = get(errors, name)
    if (fieldError?.type === SERVER_TEXT) return fieldError.message
    return fieldError && fieldText(fieldError.message)
  }
  const field: FieldConnector<Input> = (name, options) => ({
    error: errorOf(name),
    ...form.register(name, options),
  })
  return {
    form,
    field,
    /** The number of refused submits. The error summary takes the focus when this number grows. */
    attempt,
    showErrors: () => setAttempt(count => count + 1),
    /**
     * Shows the server's messages at their fields. `names` maps the fields of the request body to the fields of the
     * form. Returns whether every message has a field, so that no toast has to repeat it.
     */
    setServerErrors: (
      issues: readonly ValidationIssue[] = [],
      names: Record<string, FieldPath<Input>> = {},
    ): boolean => {
      const paths = issues.map(({ path, message }) => ({
        name: names[path] ?? fields.find(name => name === path),
        message,
      }))
      for (const [index, { name, message }] of paths.entries())
        if (name) form.setError(name, { type: SERVER_TEXT, message }, { shouldFocus: index === 0 })
      return paths.length > 0 && paths.every(({ name }) => name !== undefined)
    },
    fieldErrors: fields.flatMap(name => {
      const message = errorOf(name)
      return message ? [{ name, message }] : []
    }),
  }
}

/** The type of an error whose message is already a sentence from the server, not a message key. */
const SERVER_TEXT = 'sentence'

/** Returns the text of a field's message, which is an issue key of the contract or an error code of a call. */
function fieldText(message: string | undefined): string {
  return isErrorCode(message) ? errorText(message, getLocale()) : issueText(message, getLocale())
}
