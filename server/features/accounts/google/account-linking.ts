import type { GoogleOutcome } from '#contract/accounts/google.ts'
import type { Locale } from '#messages/runtime'
import type { ExternalIdentity } from '#server/integrations/google/external-sign-in.ts'
import type { Transaction } from '#server/db/client.ts'
import type { users } from '#server/db/schema/index.ts'
import { preferenceOf } from '#server/http/language.ts'
import { deleteDevicesOf } from '../sessions/queries.ts'
import { logSecurityEvent } from '../sessions/service.ts'
import { revokeTokens } from '../email-tokens.ts'
import { sendVerificationEmail, sendWelcomeEmail } from '../registration.ts'
import {
  deleteSessionsOf,
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  updateUserRow,
} from '../queries.ts'
import type { AccountsDeps, ClientInfo } from '../service.ts'
import {
  deleteIdentities,
  findByIdentity,
  hasIdentity,
  insertIdentity,
  refreshIdentity,
} from './identities.ts'
import { notifyGoogleChanged } from './notify.ts'

type UserRow = typeof users.$inferSelect
type Refusal = Exclude<GoogleOutcome, 'linked'>

/**
 * The account of a person who comes from the provider, made where there is none. Who they are is issuer and
 * subject; their email leads to an existing account only when the provider says that it is theirs, and what
 * an unproven account held before (a password, sessions, other identities) goes first: nobody prepares an
 * address for somebody else. Source: the API document, authentication.
 */
export async function findOrCreateAccount(
  deps: AccountsDeps,
  tx: Transaction,
  person: ExternalIdentity,
  locale: Locale,
  client: ClientInfo,
): Promise<UserRow | Refusal> {
  const known = await findByIdentity(tx, person)
  if (known) {
    // Their owner recovered the account while this waited: a second try finds nobody.
    if (!(await refreshIdentity(tx, known.identityId, person))) return 'failed'
    if (known.user.suspendedAt) return 'suspended'
    const provesIt = person.emailVerified && person.email === known.user.email
    if (known.user.verifiedAt || !provesIt) return known.user
    return claimUnverifiedAccount(deps, tx, known.user, person, locale, client)
  }
  const found = await findUserByEmail(tx, person.email)
  const holder = found && (await lockUser(tx, found.id))
  if (!holder) return createAccount(deps, tx, person, locale, client)
  if (!person.emailVerified) return 'unverified_email'
  if (holder.suspendedAt) return 'suspended'
  if (!holder.verifiedAt) return claimUnverifiedAccount(deps, tx, holder, person, locale, client)
  // Another person of the provider is linked to it already.
  if (await hasIdentity(tx, holder.id)) return 'taken'
  await insertIdentity(tx, holder.id, person)
  await notifyLinked(deps, tx, holder, person, client)
  return holder
}

async function createAccount(
  deps: AccountsDeps,
  tx: Transaction,
  person: ExternalIdentity,
  locale: Locale,
  client: ClientInfo,
): Promise<UserRow | Refusal> {
  const { email, emailVerified } = person
  const id = await insertUser(tx, {
    email,
    passwordHash: null,
    languagePreference: preferenceOf(locale),
    verifiedAt: emailVerified ? new Date() : null,
  })
  // Somebody was quicker by a moment; a second try finds their account.
  if (id === undefined) return 'failed'
  await insertIdentity(tx, id, person)
  await deps.onRegistered(tx, id)
  await logSecurityEvent(tx, id, 'registered', client)
  if (emailVerified) {
    await logSecurityEvent(tx, id, 'verified', client)
    await sendWelcomeEmail(deps, tx, { email, locale })
  } else await sendVerificationEmail(deps, tx, { id, email, locale })
  return (await findUser(tx, id)) ?? 'failed'
}

/** An account whose address nobody had proven becomes the one of whoever proves it now, and only theirs. */
async function claimUnverifiedAccount(
  deps: AccountsDeps,
  tx: Transaction,
  { id, email }: UserRow,
  person: ExternalIdentity,
  locale: Locale,
  client: ClientInfo,
): Promise<UserRow> {
  await deleteSessionsOf(tx, id)
  await deleteIdentities(tx, id)
  await deleteDevicesOf(tx, id)
  await revokeTokens(tx, id)
  await updateUserRow(tx, id, {
    passwordHash: null,
    verifiedAt: new Date(),
    languagePreference: preferenceOf(locale),
  })
  await insertIdentity(tx, id, person)
  await logSecurityEvent(tx, id, 'verified', client)
  await logSecurityEvent(tx, id, 'google_linked', client)
  await sendWelcomeEmail(deps, tx, { email, locale })
  return (await findUser(tx, id))!
}

/**
 * Links a person of the provider to the account of a session.
 * @returns why not, or that it is
 */
export async function linkIdentity(
  deps: AccountsDeps,
  tx: Transaction,
  userId: number,
  person: ExternalIdentity,
  client: ClientInfo,
): Promise<GoogleOutcome> {
  const user = await lockUser(tx, userId)
  if (!user?.verifiedAt) return 'failed'
  if (user.suspendedAt) return 'suspended'
  const known = await findByIdentity(tx, person)
  if (known) return known.user.id === userId ? 'linked' : 'taken'
  if (!person.emailVerified) return 'unverified_email'
  if (await hasIdentity(tx, userId)) return 'failed'
  await insertIdentity(tx, userId, person)
  await notifyLinked(deps, tx, user, person, client)
  return 'linked'
}

const notifyLinked = (
  deps: AccountsDeps,
  tx: Transaction,
  user: UserRow,
  { email }: ExternalIdentity,
  client: ClientInfo,
) => notifyGoogleChanged(deps, tx, user, { change: 'linked', googleEmail: email }, client)
