import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { deleteMuted, insertMuted } from './queries.ts'

/**
 * Stops the reminders to the address that a token names, or sends them again. A repetition changes nothing. A reminder
 * that was queued before is still sent.
 * @throws ApiError ERROR_MISSING_OR_EXPIRED_TOKEN if the token is not one of ours
 */
export async function muteReviewReminders(
  { db, addressTokens }: Context,
  token: string,
  isMuted: boolean,
): Promise<void> {
  const addressDigest = addressTokens.readDigest(token)
  if (addressDigest === undefined)
    throw new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN', 'no token of an address')
  await (isMuted ? insertMuted(db, addressDigest) : deleteMuted(db, addressDigest))
}
