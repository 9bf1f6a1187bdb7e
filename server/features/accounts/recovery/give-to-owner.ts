import type { Transaction } from '#server/db/client.ts'
import type { users } from '#server/db/schema/index.ts'
import type { Context } from '#server/context.ts'
import { revokeTokens } from '../email-tokens.ts'
import { deleteUnprovenIdentities, deleteUserSessions, updateUserRow } from '../queries.ts'
import type { ClientInfo } from '../client-info.ts'
import { deleteUserDevices } from '../sessions/queries.ts'
import { recordSecurityEvent } from '../security-events/record.ts'

/**
 * Gives an account to whoever has just proved that the address is theirs: sets the password, and ends what somebody
 * else may have begun in the account.
 * @param user the account with that address
 */
export async function giveAccountToOwner(
  context: Context,
  tx: Transaction,
  user: typeof users.$inferSelect,
  passwordHash: string,
  event: 'password_set' | 'password_reset' | 'email_change_undone',
  client: ClientInfo,
): Promise<void> {
  const { id, email, verifiedAt } = user
  await updateUserRow(tx, id, { email, passwordHash, verifiedAt: verifiedAt ?? new Date() })
  await deleteUserSessions(tx, id)
  const deletedEmails = await deleteUnprovenIdentities(tx, user, { keepsHostedOnly: true })
  await deleteUserDevices(tx, id)
  await revokeTokens(tx, id)
  await context.onRecovered(tx, id, client)
  await recordSecurityEvent(context, tx, id, event, client)
  for (const googleEmail of deletedEmails)
    await recordSecurityEvent(context, tx, id, 'google_unlinked', client, { googleEmail })
}
