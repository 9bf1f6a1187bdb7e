import type { GoogleOutcome } from '#contract/accounts/google.ts'
import type { Locale } from '#messages/runtime'
import type { ExternalIdentity } from '#server/integrations/google/external-sign-in.ts'
import type { Transaction } from '#server/db/client.ts'
import type { users } from '#server/db/schema/index.ts'
import { toLanguagePreference } from '#server/http/hooks/language.ts'
import type { Context } from '#server/context.ts'
import { deleteUserDevices } from '../sessions/queries.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { revokeTokens } from '../email-tokens.ts'
import { sendVerificationEmail, sendWelcomeEmail } from '../registration.ts'
import {
  deleteUserSessions,
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  updateUserRow,
} from '../queries.ts'
import type { ClientInfo } from '../client-info.ts'
import {
  deleteIdentities,
  findUserByIdentity,
  hasIdentity,
  insertIdentity,
  updateIdentity,
} from './identities.ts'

type UserRow = typeof users.$inferSelect
type Refusal = Exclude<GoogleOutcome, 'linked'>

/**
 * Finds or creates the account of a user who signed in at the external provider. Issuer and subject identify the user.
 * The email finds an existing account only if the provider has verified the email. If that account was never verified,
 * its password, sessions and identities are deleted first, because somebody else may have registered the email. The
 * email finds a verified account only if the provider also hosts the address; otherwise its owner must sign in and link
 * the identity, because who signs in may have lost the address since the provider verified it.
 * @returns the account, or why the sign-in is refused
 * Source: the API document, authentication.
 */
export async function findOrCreateAccount(
  context: Context,
  tx: Transaction,
  identity: ExternalIdentity,
  locale: Locale,
  client: ClientInfo,
): Promise<UserRow | Refusal> {
  const linked = await findUserByIdentity(tx, identity)
  if (linked) {
    // The owner recovered the account meanwhile, which deleted this identity, so this sign-in fails. A new sign-in no
    // longer finds the identity.
    if (!(await updateIdentity(tx, linked.identityId, identity))) return 'failed'
    if (linked.user.suspendedAt) return 'suspended'
    const provesOwnership = identity.emailVerified && identity.email === linked.user.email
    if (linked.user.verifiedAt || !provesOwnership) return linked.user
    return claimUnverifiedAccount(context, tx, linked.user, identity, locale, client)
  }
  const emailOwner = await findUserByEmail(tx, identity.email)
  const account = emailOwner && (await lockUser(tx, emailOwner.id))
  if (!account) return createAccount(context, tx, identity, locale, client)
  // A simultaneous sign-in of the same person linked the identity since it was looked for, so this sign-in fails;
  // signing in again finds it.
  if (await findUserByIdentity(tx, identity)) return 'failed'
  if (!identity.emailVerified) return 'unverified_email'
  const isLinked = await hasIdentity(tx, account.id)
  if (account.verifiedAt && !isLinked && !identity.isAuthoritative) return 'password_first'
  if (account.suspendedAt) return 'suspended'
  if (!account.verifiedAt)
    return claimUnverifiedAccount(context, tx, account, identity, locale, client)
  // The account is already linked to another Google account.
  if (isLinked) return 'taken'
  await insertIdentity(tx, account.id, identity)
  await recordSecurityEvent(context, tx, account.id, 'google_linked', client, {
    googleEmail: identity.email,
  })
  return account
}

async function createAccount(
  context: Context,
  tx: Transaction,
  identity: ExternalIdentity,
  locale: Locale,
  client: ClientInfo,
): Promise<UserRow | Refusal> {
  const { email, emailVerified } = identity
  const id = await insertUser(tx, {
    email,
    passwordHash: null,
    languagePreference: toLanguagePreference(locale),
    verifiedAt: emailVerified ? new Date() : null,
  })
  // A simultaneous sign-in of the same user created the account, so this sign-in fails; signing in again finds the
  // account.
  if (id === undefined) return 'failed'
  await insertIdentity(tx, id, identity)
  await context.onRegistered(tx, id)
  await recordSecurityEvent(context, tx, id, 'registered', client)
  if (emailVerified) {
    await recordSecurityEvent(context, tx, id, 'verified', client)
    await sendWelcomeEmail(context, tx, { email, locale })
  } else await sendVerificationEmail(context, tx, { id, email, locale })
  return (await findUser(tx, id)) ?? 'failed'
}

/**
 * Gives an unverified account to the user who has proved ownership of its email, and removes the password, sessions and
 * identities that others may have set up.
 */
async function claimUnverifiedAccount(
  context: Context,
  tx: Transaction,
  { id, email }: UserRow,
  identity: ExternalIdentity,
  locale: Locale,
  client: ClientInfo,
): Promise<UserRow> {
  await deleteUserSessions(tx, id)
  await deleteIdentities(tx, id)
  await deleteUserDevices(tx, id)
  await revokeTokens(tx, id)
  await updateUserRow(tx, id, {
    passwordHash: null,
    verifiedAt: new Date(),
    languagePreference: toLanguagePreference(locale),
  })
  await insertIdentity(tx, id, identity)
  await recordSecurityEvent(context, tx, id, 'verified', client)
  await recordSecurityEvent(context, tx, id, 'google_linked', client, 'nobody')
  await sendWelcomeEmail(context, tx, { email, locale })
  return (await findUser(tx, id))!
}

/**
 * Links an identity of the external provider to the account of a signed-in user.
 * @returns 'linked', or why linking was refused
 */
export async function linkIdentity(
  context: Context,
  tx: Transaction,
  userId: number,
  identity: ExternalIdentity,
  client: ClientInfo,
): Promise<GoogleOutcome> {
  const user = await lockUser(tx, userId)
  if (!user?.verifiedAt) return 'failed'
  if (user.suspendedAt) return 'suspended'
  const linked = await findUserByIdentity(tx, identity)
  if (linked) return linked.user.id === userId ? 'linked' : 'taken'
  if (!identity.emailVerified) return 'unverified_email'
  if (await hasIdentity(tx, userId)) return 'failed'
  await insertIdentity(tx, userId, identity)
  await recordSecurityEvent(context, tx, userId, 'google_linked', client, {
    googleEmail: identity.email,
  })
  return 'linked'
}
