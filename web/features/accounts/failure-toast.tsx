import type { SerializedError } from '@reduxjs/toolkit'
import type { ErrorCode } from '#contract/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { toast } from '../../ui/toasts/toast.ts'

/** An answer that refused; status 0 where none came. */
export interface Refused {
  status: number
  code: ErrorCode
}

/** What the server said, or that it was not reached. */
export function failureText({ status, code }: Refused): string {
  return status === 0 ? m.no_connection() : errorText(code, getLocale())
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
