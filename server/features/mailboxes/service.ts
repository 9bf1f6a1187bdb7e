import { ApiError } from '#server/http/api-error.ts'
import { setMailboxMuted } from '#server/mail/mailbox-limits.ts'
import type { Context } from '#server/context.ts'

/**
 * Stops the emails that anybody can cause to the mailbox that a token names, or sends them again. A repetition changes
 * nothing. An email that was queued before is still sent.
 * @throws ApiError ERROR_MISSING_OR_EXPIRED_TOKEN if the token is not one of ours
 */
export async function muteMailbox(
  { db, addressTokens }: Context,
  token: string,
  isMuted: boolean,
): Promise<void> {
  const mailboxDigest = addressTokens.readDigest(token)
  if (mailboxDigest === undefined)
    throw new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN', 'no token of a mailbox')
  await setMailboxMuted(db, mailboxDigest, isMuted)
}
