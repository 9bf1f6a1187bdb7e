import type { Database } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { AddressTokens } from '#server/mail/address-tokens.ts'
import { setMailboxMuted } from '#server/mail/mailbox-limits.ts'

export interface MailboxesDeps {
  db: Database
  addressTokens: AddressTokens
}

/**
 * Stops the emails that anybody can cause to the mailbox that a token names, or sends them again. A repetition changes
 * nothing. An email that was queued before is still sent.
 * @throws ApiError ERROR_MISSING_OR_EXPIRED_TOKEN if the token is not one of ours
 */
export async function muteMailbox(
  { db, addressTokens }: MailboxesDeps,
  token: string,
  isMuted: boolean,
): Promise<void> {
  const mailboxDigest = addressTokens.readDigest(token)
  if (mailboxDigest === undefined)
    throw new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN', 'no token of a mailbox')
  await setMailboxMuted(db, mailboxDigest, isMuted)
}
