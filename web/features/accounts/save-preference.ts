import { updateUser } from '#contract/accounts/user.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/api/client.ts'

/** The language or theme switch waits no longer than this. */
const TIMEOUT_MS = 2000

/** Saves the chosen language or theme to the account. On this device the choice holds even if the call fails. */
export async function savePreference(body: CallInput<typeof updateUser>['body']): Promise<void> {
  await callEndpoint(updateUser, { body, signal: AbortSignal.timeout(TIMEOUT_MS) })
}
