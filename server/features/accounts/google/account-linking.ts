import type { GoogleOutcome } from '#contract/accounts/google.ts'
import type { Locale } from '#messages/runtime'
import type { ExternalPerson } from '#server/integrations/google/external-sign-in.ts'
import type { Transaction } from '#server/db/client.ts'
import type { users } from '#server/db/schema/index.ts'
import { preferenceOf } from '#server/http/language.ts'
import { forgetDevices } from '../sessions/queries.ts'
import { note } from '../sessions/service.ts'
import { voidLinks } from '../email-tokens.ts'
import { mailVerification, mailWelcome } from '../registration.ts'
import {
  deleteSessionsOf,
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  updateUserRow,
} from '../queries.ts'
import type { AccountsDeps, Visitor } from '../service.ts'
import {
  deleteIdentities,
  findByIdentity,
  hasIdentity,
  insertIdentity,
  refreshIdentity,
} from './identities.ts'
import { tellGoogleChanged } from './notify.ts'

type UserRow = typeof users.$inferSelect
type Refusal = Exclude<GoogleOutcome, 'linked'>

/**
 * The account of a person who comes from the provider, made where there is none. Who they are is issuer and
 * subject; their email leads to an existing account only when the provider says that it is theirs, and what
 * an unproven account held before (a password, sessions, other identities) goes first: nobody prepares an
 * address for somebody else. Source: the API document, authentication.
 */
export async function accountOf(
  deps: AccountsDeps,
  tx: Transaction,
  person: ExternalPerson,
  locale: Locale,
  visitor: Visitor,
): Promise<UserRow | Refusal> {
  const known = await findByIdentity(tx, person)
  if (known) {
    // Their owner recovered the account while this waited: a second try finds nobody.
    if (!(await refreshIdentity(tx, known.identityId, person))) return 'failed'
    if (known.user.suspendedAt) return 'suspended'
    const provesIt = person.emailVerified && person.email === known.user.email
    if (known.user.verifiedAt || !provesIt) return known.user
    return takeOver(deps, tx, known.user, person, locale, visitor)
  }
  const found = await findUserByEmail(tx, person.email)
  const holder = found && (await lockUser(tx, found.id))
  if (!holder) return openAccount(deps, tx, person, locale, visitor)
  if (!person.emailVerified) return 'unverified_email'
  if (holder.suspendedAt) return 'suspended'
  if (!holder.verifiedAt) return takeOver(deps, tx, holder, person, locale, visitor)
  // Another person of the provider is linked to it already.
  if (await hasIdentity(tx, holder.id)) return 'taken'
  await insertIdentity(tx, holder.id, person)
  await tellLinked(deps, tx, holder, person, visitor)
  return holder
}

async function openAccount(
  deps: AccountsDeps,
  tx: Transaction,
  person: ExternalPerson,
  locale: Locale,
  visitor: Visitor,
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
  await note(tx, id, 'registered', visitor)
  if (emailVerified) {
    await note(tx, id, 'verified', visitor)
    await mailWelcome(deps, tx, { email, locale })
  } else await mailVerification(deps, tx, { id, email, locale })
  return (await findUser(tx, id)) ?? 'failed'
}

/** An account whose address nobody had proven becomes the one of whoever proves it now, and only theirs. */
async function takeOver(
  deps: AccountsDeps,
  tx: Transaction,
  { id, email }: UserRow,
  person: ExternalPerson,
  locale: Locale,
  visitor: Visitor,
): Promise<UserRow> {
  await deleteSessionsOf(tx, id)
  await deleteIdentities(tx, id)
  await forgetDevices(tx, id)
  await voidLinks(tx, id)
  await updateUserRow(tx, id, {
    passwordHash: null,
    verifiedAt: new Date(),
    languagePreference: preferenceOf(locale),
  })
  await insertIdentity(tx, id, person)
  await note(tx, id, 'verified', visitor)
  await note(tx, id, 'google_linked', visitor)
  await mailWelcome(deps, tx, { email, locale })
  return (await findUser(tx, id))!
}

/**
 * Links a person of the provider to the account of a session.
 * @returns why not, or that it is
 */
export async function linkTo(
  deps: AccountsDeps,
  tx: Transaction,
  userId: number,
  person: ExternalPerson,
  visitor: Visitor,
): Promise<GoogleOutcome> {
  const user = await lockUser(tx, userId)
  if (!user?.verifiedAt) return 'failed'
  if (user.suspendedAt) return 'suspended'
  const known = await findByIdentity(tx, person)
  if (known) return known.user.id === userId ? 'linked' : 'taken'
  if (!person.emailVerified) return 'unverified_email'
  if (await hasIdentity(tx, userId)) return 'failed'
  await insertIdentity(tx, userId, person)
  await tellLinked(deps, tx, user, person, visitor)
  return 'linked'
}

const tellLinked = (
  deps: AccountsDeps,
  tx: Transaction,
  user: UserRow,
  { email }: ExternalPerson,
  visitor: Visitor,
) => tellGoogleChanged(deps, tx, user, { change: 'linked', googleEmail: email }, visitor)
