import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { MAX_PASSKEYS } from '#contract/accounts/second-factors.ts'
import type { PasskeyAttestation, PasskeyCreationOptions } from '#contract/accounts/passkeys.ts'
import { passkeys } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { Context } from '#server/context.ts'
import type { ClientInfo } from '../../client-info.ts'
import { type AddedFactor, addFactor, removeFactor } from '../factors.ts'
import { findPasskeys } from '../queries.ts'
import { consumeChallenge, saveChallenge } from './challenges.ts'
import { getRelyingParty, loadWebAuthn } from './webauthn.ts'

/** The signature algorithms that are accepted: EdDSA, ES256 and RS256, by their numbers in COSE. */
const ALGORITHMS = [-8, -7, -257]

/**
 * Creates the options for a new passkey. Authenticators that already have a passkey of the user refuse.
 * @throws ApiError INVALID_DATA if the user has too many passkeys
 */
export async function startPasskeyRegistration(
  context: Context,
  viewer: SessionUser,
): Promise<z.infer<typeof PasskeyCreationOptions>> {
  const existing = await findPasskeys(context.db, viewer.id)
  if (existing.length >= MAX_PASSKEYS) throw new ApiError('INVALID_DATA', 'too many passkeys')
  const { generateRegistrationOptions } = await loadWebAuthn()
  const [known] = existing
  const options = await generateRegistrationOptions({
    rpName: context.config.brandName,
    rpID: getRelyingParty(context.config).id,
    userName: viewer.email,
    userDisplayName: viewer.email,
    // All passkeys of a user have one random id. It must not be the email, since authenticators show it to anyone.
    ...(known && { userID: new Uint8Array(Buffer.from(known.userHandle, 'base64url')) }),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  // The id of the account at the authenticators is stored with the challenge, since the new passkey does not name it.
  await saveChallenge(context.db, options.challenge, `add:${viewer.sessionId}`, options.user.id)
  return options as z.infer<typeof PasskeyCreationOptions>
}

/**
 * Adds a passkey.
 * @throws ApiError ERROR_PASSKEY_REFUSED if the passkey does not answer an open challenge of this session;
 * ERROR_SECOND_FACTOR_EXISTS if the passkey is known already
 */
export async function addPasskey(
  context: Context,
  viewer: SessionUser,
  { name, passkey }: { name: string; passkey: PasskeyAttestation },
  client: ClientInfo,
): Promise<AddedFactor> {
  const { credential, userHandle, isSynced } = await verifyAttestation(context, viewer, passkey)
  return addFactor(context, viewer, 'passkey_added', client, async tx => {
    const inserted = await tx
      .insert(passkeys)
      .values({
        userId: viewer.id,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: passkey.response.transports ?? [],
        userHandle,
        isSynced,
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (inserted.length === 0) throw new ApiError('ERROR_SECOND_FACTOR_EXISTS', 'passkey')
  })
}

async function verifyAttestation(
  context: Context,
  viewer: SessionUser,
  passkey: PasskeyAttestation,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const relyingParty = getRelyingParty(context.config)
  let userHandle: string | undefined
  const result = await verifyRegistrationResponse({
    response: passkey,
    async expectedChallenge(challenge) {
      userHandle = await consumeChallenge(context.db, challenge, `add:${viewer.sessionId}`)
      return userHandle !== undefined
    },
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    throw new ApiError('ERROR_PASSKEY_REFUSED', 'attestation', { cause: error })
  })
  if (!result.verified || !userHandle) throw new ApiError('ERROR_PASSKEY_REFUSED', 'attestation')
  const { credential, credentialBackedUp } = result.registrationInfo
  return { credential, userHandle, isSynced: credentialBackedUp }
}

/** Renames a passkey. @throws ApiError UNKNOWN_ERROR if the user has no passkey with this id */
export async function renamePasskey(
  { db }: Context,
  userId: number,
  id: number,
  name: string,
): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw new ApiError('UNKNOWN_ERROR', `passkey ${id}`)
}

/** Removes a passkey. @throws ApiError UNKNOWN_ERROR if the user has no passkey with this id */
export async function removePasskey(
  context: Context,
  viewer: SessionUser,
  id: number,
  client: ClientInfo,
): Promise<void> {
  const wasRemoved = await removeFactor(context, viewer, 'passkey_removed', client, async tx => {
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, viewer.id)))
      .returning({ id: passkeys.id })
    return removed.length > 0
  })
  if (!wasRemoved) throw new ApiError('UNKNOWN_ERROR', `passkey ${id}`)
}
