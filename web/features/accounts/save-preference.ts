import { updateUser } from '#contract/accounts/user.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/api/client.ts'

/** The maximum time in milliseconds that the language or theme switch waits for the server. */
const TIMEOUT_MS = 2000

/** Saves the chosen language or theme to the account. If the call fails, the choice still applies on this device. */
export async function savePreference(body: CallInput<typeof updateUser>['body']): Promise<void> {
  await callEndpoint(updateUser, { body, signal: AbortSignal.timeout(TIMEOUT_MS) })
}
