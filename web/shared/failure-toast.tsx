import type { SerializedError } from '@reduxjs/toolkit'
import type { ValidationIssue } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { toast } from '../ui/toasts/toast.ts'

/** The failed result of a call. Status 0 means that the server did not answer. */
export interface CallFailure {
  status: number
  code: ErrorCode
  issues?: readonly ValidationIssue[]
}

/** Returns the text of a failed call: the server's reason, or that there is no connection. */
export function failureText({ status, code, issues = [] }: CallFailure): string {
  if (status === 0) return m.no_connection()
  // The messages about single fields say more than the general error.
  return issues.length > 0
    ? issues.map(({ message }) => message).join('. ')
    : errorText(code, getLocale())
}

/** Shows a toast with a title and the reason of the failure. */
export function failureToast(
  title: string,
  failure: CallFailure | SerializedError,
  id?: string,
): void {
  const detail = 'status' in failure ? failureText(failure) : undefined
  toast(
    'error',
    <span>
      <b className="block font-semibold">{title}</b>
      {detail}
    </span>,
    id === undefined ? {} : { id },
  )
}
