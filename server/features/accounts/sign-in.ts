import type * as z from 'zod/mini'
import type { LoginBody } from '#contract/accounts/sessions.ts'
import type { Transaction } from '#server/db/client.ts'
import type { users } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { localeOf } from '#server/http/language.ts'
import { hashToken, newToken } from '#server/http/session-cookie.ts'
import { countDevices, isKnownDevice, recordDevice } from './sessions/queries.ts'
import { parseUserAgent, maskIp } from './sessions/user-agent.ts'
import { logSecurityEvent } from './sessions/service.ts'
import { verifyPassword } from './passwords/login-throttle.ts'
import { recordLogin, deleteSession, findUserByEmail, insertSession, lockUser } from './queries.ts'
import type { AccountsDeps, ClientInfo } from './service.ts'

type UserRow = typeof users.$inferSelect

/** What a browser is given when it signs in. */
export interface SignedIn {
  /** For the session's cookie. */
  token: string
  /** For the device's cookie, where it has none of ours yet. */
  deviceToken: string | undefined
  account: { id: number; email: string }
  locale: 'es' | 'en'
}

/**
 * Starts a session. An unknown address and a wrong password read the same and take as long.
 * @throws ApiError ERROR_MISSING_EMAIL_OR_PASSWORD; ERROR_AUTH_USER_NOT_AUTHORIZED; after a right password
 *   ERROR_AUTH_USER_NOT_VERIFIED or ERROR_USER_SUSPENDED; ERROR_TOO_MANY_REQUESTS
 */
export async function login(
  deps: AccountsDeps,
  { email, password }: z.infer<typeof LoginBody>,
  client: ClientInfo,
): Promise<SignedIn> {
  const { db } = deps
  if (!email || !password) throw new ApiError('ERROR_MISSING_EMAIL_OR_PASSWORD')
  const user = await findUserByEmail(db, email)
  const opens = await verifyPassword(deps, email, user?.passwordHash ?? null, password, client)
  if (!opens || !user) {
    await logSecurityEvent(db, user?.id ?? null, 'sign_in_failed', client)
    throw new ApiError('ERROR_AUTH_USER_NOT_AUTHORIZED')
  }
  return db.transaction(async tx => {
    const now = await lockUser(tx, user.id)
    // Changed while it was judged: what was proven opens this account no more.
    if (!now || now.passwordHash !== user.passwordHash || now.email !== user.email)
      throw new ApiError('ERROR_AUTH_USER_NOT_AUTHORIZED')
    if (!now.verifiedAt) throw new ApiError('ERROR_AUTH_USER_NOT_VERIFIED')
    if (now.suspendedAt)
      throw new ApiError('ERROR_USER_SUSPENDED', '', { reason: now.suspensionReason })
    return startSession(deps, tx, now, client)
  })
}

/**
 * Gives a browser a new session in place of the one it had, and remembers it as a device of this user. From a
 * device that is new to an account used before, a mail goes out.
 * @param tx holds the user: whoever ends their sessions comes before, or finds this one too
 */
export async function startSession(
  { mailQueue, publicOrigin }: AccountsDeps,
  tx: Transaction,
  { id, email, languagePreference }: UserRow,
  client: ClientInfo,
): Promise<SignedIn> {
  const { ip, userAgent, deviceHash, sessionHash } = client
  const locale = localeOf(languagePreference)
  if (sessionHash) await deleteSession(tx, sessionHash)
  const { token, tokenHash } = newToken()
  await insertSession(tx, { userId: id, tokenHash, ip, userAgent })
  await recordLogin(tx, id)

  const hadDevices = (await countDevices(tx, id)) > 0
  // Only a cookie of ours stays: one that somebody else made up, and knows, is replaced.
  const isOurs = deviceHash !== undefined && (await isKnownDevice(tx, deviceHash))
  const deviceToken = isOurs ? undefined : newToken().token
  const isNew = await recordDevice(tx, id, deviceToken ? hashToken(deviceToken) : deviceHash!)
  const isSurprising = isNew && hadDevices
  await logSecurityEvent(tx, id, isSurprising ? 'signed_in_new_device' : 'signed_in', client)
  if (isSurprising)
    await mailQueue.enqueue(tx, {
      to: email,
      locale,
      content: {
        kind: 'new_device',
        ...parseUserAgent(userAgent),
        place: maskIp(ip),
        at: new Date().toISOString(),
        link: `${publicOrigin}/dashboard/security`,
        recoverLink: `${publicOrigin}/recover`,
      },
    })
  return { token, deviceToken, account: { id, email }, locale }
}

/** Ends a session. */
export async function logout(
  { db }: AccountsDeps,
  sessionHash: string,
  viewer: SessionUser | undefined,
  client: ClientInfo,
): Promise<void> {
  await db.transaction(async tx => {
    await deleteSession(tx, sessionHash)
    if (viewer) await logSecurityEvent(tx, viewer.id, 'signed_out', client)
  })
}
