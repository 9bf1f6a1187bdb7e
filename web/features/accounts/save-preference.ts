import { updateUser } from '#contract/accounts/user.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { call } from '#web/api/client.ts'

/** Nobody waits longer than this for a choice to be remembered. */
const PATIENCE_MS = 2000

/** Remembers a choice of language or theme with the account. It holds on this device whatever comes back. */
export async function keepPreference(body: Input<typeof updateUser>['body']): Promise<void> {
  await call(updateUser, { body, signal: AbortSignal.timeout(PATIENCE_MS) })
}
