import type { SerializedError } from '@reduxjs/toolkit'
import type { ApiFailure } from '#web/api/client.ts'

/** The result of a request, as far as a form needs it. */
export type CallResult<Reply> = { ok: true; body: Reply } | ({ ok: false } & ApiFailure)

/** What a mutation of RTK Query resolves to. */
export interface MutationResult<Reply> {
  data?: Reply
  error?: ApiFailure | SerializedError
}

/** Returns the result of a mutation of RTK Query as that of a call. */
export async function toCallResult<Reply>(
  mutation: PromiseLike<MutationResult<Reply>>,
): Promise<CallResult<Reply>> {
  const { data, error } = await mutation
  if (!error) return { ok: true, body: data as Reply }
  return 'status' in error
    ? { ok: false, ...error }
    : { ok: false, status: 500, code: 'UNKNOWN_ERROR' }
}
