import type { SerializedError } from '@reduxjs/toolkit'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import type { ApiFailure } from '../api/client.ts'
import { showToast } from '../ui/toasts/toast.ts'

/** Returns the text that explains a failed call: the server's reason, or that there is no connection. */
export function getFailureText({ status, code, issues = [] }: ApiFailure): string {
  if (status === 0) return m.no_connection()
  // The messages about single fields say more than the text of the error code.
  return issues.length > 0
    ? issues.map(({ message }) => message).join('. ')
    : errorText(code, getLocale())
}

/** Shows a toast with a title and the reason of the failure; none if the user cancelled the proof of identity. */
export function showFailureToast(
  title: string,
  failure: ApiFailure | SerializedError,
  id?: string,
): void {
  if (failure.code === 'ERROR_REAUTHENTICATION_REQUIRED') return
  const detail = 'status' in failure ? getFailureText(failure) : undefined
  showToast(
    'error',
    <span>
      <b className="block font-semibold">{title}</b>
      {detail}
    </span>,
    id === undefined ? {} : { id },
  )
}
