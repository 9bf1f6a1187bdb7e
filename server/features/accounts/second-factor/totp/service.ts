import { and, eq, lt } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '#server/db/client.ts'
import { nameOwner } from '#server/db/encrypted-columns.ts'
import { totpAuthenticators } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { Context } from '#server/context.ts'
import type { ClientInfo } from '../../client-info.ts'
import { recordSecurityEvent } from '../../security-events/record.ts'
import { countCode } from '../code-limit.ts'
import { type AddedFactor, addFactor, removeFactor } from '../factors.ts'
import { findTotp } from '../queries.ts'
import { buildTotpUri, createTotpSecret, findCodePeriod } from './totp.ts'

/** The minutes for which a new secret can be confirmed by a code. */
const SETUP_MINUTES = 15

const Setup = z.object({ secret: z.string(), expiresAt: z.number() })

/** Names the one place that a user's secret may be decrypted for. */
const secretOwner = (userId: number) => nameOwner('totp_authenticators.encrypted_secret', userId)

/** Names the one session that a secret was created for and is not stored yet. */
const setupOwner = ({ id, sessionId }: SessionUser) => `totp_setup:${id}:${sessionId}` as const

/**
 * Creates a secret for an authenticator app. It is not stored: the caller gets it encrypted for this session and sends
 * it back with a code, so that several tabs do not disturb each other.
 * @throws ApiError ERROR_SECOND_FACTOR_EXISTS if the user has an authenticator app
 */
export async function startTotpSetup(
  { db, encryption, config: { brandName } }: Context,
  viewer: SessionUser,
): Promise<{ setup: string; secret: string; uri: string }> {
  if (await findTotp(db, viewer.id)) throw new ApiError('ERROR_SECOND_FACTOR_EXISTS')
  const secret = createTotpSecret()
  const setup: z.infer<typeof Setup> = { secret, expiresAt: Date.now() + SETUP_MINUTES * 60_000 }
  return {
    setup: encryption.encrypt(JSON.stringify(setup), setupOwner(viewer)),
    secret,
    uri: buildTotpUri(secret, { issuer: brandName, email: viewer.email }),
  }
}

/**
 * Makes an authenticator app a second factor.
 * @throws ApiError ERROR_SECOND_STEP_EXPIRED if the setup is too old or was made in another session;
 * ERROR_SECOND_FACTOR_CODE if the code is wrong; ERROR_SECOND_FACTOR_EXISTS if the user has an authenticator app
 */
export async function addTotp(
  context: Context,
  viewer: SessionUser,
  { setup, code }: { setup: string; code: string },
  client: ClientInfo,
): Promise<AddedFactor> {
  const secret = readSetup(context, viewer, setup)
  const lastUsedPeriod = findCodePeriod(secret, code)
  if (lastUsedPeriod === undefined) throw new ApiError('ERROR_SECOND_FACTOR_CODE')
  return addFactor(context, viewer, 'totp_added', client, async tx => {
    const encryptedSecret = context.encryption.encrypt(secret, secretOwner(viewer.id))
    const inserted = await tx
      .insert(totpAuthenticators)
      .values({ userId: viewer.id, encryptedSecret, lastUsedPeriod })
      .onConflictDoNothing()
      .returning({ userId: totpAuthenticators.userId })
    if (inserted.length === 0) throw new ApiError('ERROR_SECOND_FACTOR_EXISTS')
  })
}

function readSetup({ encryption }: Context, viewer: SessionUser, setup: string): string {
  try {
    const { secret, expiresAt } = z.parse(
      Setup,
      JSON.parse(encryption.decrypt(setup, setupOwner(viewer))),
    )
    if (expiresAt > Date.now()) return secret
  } catch {
    // The text was altered, or it was made in another session.
  }
  throw new ApiError('ERROR_SECOND_STEP_EXPIRED', 'authenticator setup')
}

/** Removes a user's authenticator app, if there is one. */
export async function removeTotp(
  context: Context,
  viewer: SessionUser,
  client: ClientInfo,
): Promise<void> {
  await removeFactor(context, viewer, 'totp_removed', client, async tx => {
    const removed = await tx
      .delete(totpAuthenticators)
      .where(eq(totpAuthenticators.userId, viewer.id))
      .returning({ userId: totpAuthenticators.userId })
    return removed.length > 0
  })
}

/** Accepts a code of a user's authenticator app. Of simultaneous calls with one code only one gets true. */
export async function consumeTotpCode(
  { encryption }: Pick<Context, 'encryption'>,
  tx: Db,
  userId: number,
  code: string,
): Promise<boolean> {
  const totp = await findTotp(tx, userId)
  if (!totp) return false
  const secret = encryption.decrypt(totp.encryptedSecret, secretOwner(userId))
  const period = findCodePeriod(secret, code)
  if (period === undefined) return false
  const accepted = await tx
    .update(totpAuthenticators)
    .set({ lastUsedPeriod: period })
    .where(
      and(eq(totpAuthenticators.userId, userId), lt(totpAuthenticators.lastUsedPeriod, period)),
    )
    .returning({ userId: totpAuthenticators.userId })
  return accepted.length > 0
}

/**
 * Verifies a code of a signed-in user. A wrong one is logged.
 * @throws ApiError ERROR_SECOND_FACTOR_CODE if the code is wrong or was used; ERROR_TOO_MANY_REQUESTS after too many
 * wrong codes
 */
export async function verifyTotp(
  context: Context,
  viewer: SessionUser,
  code: string,
  client: ClientInfo,
): Promise<void> {
  await countCode(context, viewer, client, async () => {
    if (await consumeTotpCode(context, context.db, viewer.id, code)) return
    await recordSecurityEvent(context, context.db, viewer.id, 'identity_proof_failed', client)
    throw new ApiError('ERROR_SECOND_FACTOR_CODE')
  })
}
