import type { SerializedError } from '@reduxjs/toolkit'
import type { ApiFailure } from '../api/client.ts'
import { showToast } from '../ui/toasts/toast.ts'
import { getFailureText } from './failure-text.ts'

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
