import type { SerializedError } from '@reduxjs/toolkit'
import type { Issue } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { toast } from '../ui/toasts/toast.ts'

/** An answer that refused; status 0 where none came. */
export interface Refused {
  status: number
  code: ErrorCode
  issues?: readonly Issue[]
}

/** What the server said, or that it was not reached. */
export function failureText({ status, code, issues = [] }: Refused): string {
  if (status === 0) return m.no_connection()
  // What is wrong with a field says more than that something is.
  return issues.length > 0
    ? issues.map(({ message }) => message).join('. ')
    : errorText(code, getLocale())
}

/** What did not work, and below it why. */
export function failureToast(title: string, failure: Refused | SerializedError, id?: string): void {
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
