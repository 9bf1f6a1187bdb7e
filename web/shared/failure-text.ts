import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import type { ApiFailure } from '../api/client.ts'

/** Returns the text that explains a failed call: the server's reason, or that there is no connection. */
export function getFailureText({ status, code, issues = [] }: ApiFailure): string {
  if (status === 0) return m.no_connection()
  // The messages about single fields say more than the text of the error code.
  return issues.length > 0
    ? issues.map(({ message }) => message).join('. ')
    : errorText(code, getLocale())
}
