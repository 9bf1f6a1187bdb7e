import { readAgain } from '#web/api/query.ts'
import { refreshSession } from '#web/api/session.ts'

/** Fetches the user and the account data again, after a change of the password or email. */
export async function refreshAccount(): Promise<void> {
  readAgain(['User', 'AuthProviders', 'Devices', 'Activity'])
  await refreshSession()
}

/** Fetches the second factors and the user again after a change. */
export async function refreshSecondFactors(): Promise<void> {
  readAgain(['SecondFactors', 'User', 'Devices', 'Activity', 'Notifications'])
  await refreshSession()
}
