import type { RateLimiter } from '#server/http/rate-limit/limiter.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import { findAccountDevice } from '../sessions/queries.ts'
import { findUser } from '../queries.ts'
import type { AccountsDeps, ClientInfo } from '../service.ts'
import { passwordMatches } from './hashing.ts'

const FAILED_LOGINS = { name: 'failed_login', max: 10, seconds: 900 }
/** The limit of failed attempts by signed-in users to confirm their password. */
const FAILED_REAUTHENTICATIONS = { name: 'failed_proof', max: 10, seconds: 900 }

/**
 * Returns the key under which failed logins are counted. The key consists of the account and the IP address, so that an
 * attacker elsewhere cannot lock out the owner. A device that has signed in before has its own key, so that not even an
 * attacker behind the same IP address can lock out the owner.
 */
async function attemptKey(
  { db }: AccountsDeps,
  email: string,
  { ip, deviceHash }: ClientInfo,
): Promise<string> {
  const device = deviceHash && (await findAccountDevice(db, email, deviceHash))
  return device ? `${email}:device ${device}` : `${email}:${ip}`
}

/**
 * Counts a login attempt before the password is verified, so that simultaneous attempts cannot exceed the limit. A
 * correct password resets the count. If the verification throws an error, the attempt is not counted.
 */
async function countAttempt(
  limiter: RateLimiter,
  limit: typeof FAILED_LOGINS,
  key: string,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  await limiter.consumeAttempt(limit, key)
  const isCorrect = await verify().catch(async (error: unknown) => {
    await limiter.refund(limit, key)
    throw error
  })
  if (isCorrect) await limiter.reset(limit, key)
  return isCorrect
}

/**
 * Verifies the password of a login and throttles failed attempts.
 * @param passwordHash null if no account has the email, or if the account has no password
 * @throws ApiError ERROR_TOO_MANY_REQUESTS if the next attempt must wait; ERROR_SERVICE_UNAVAILABLE if too many
 * passwords are being verified
 */
export async function verifyPassword(
  deps: AccountsDeps,
  email: string,
  passwordHash: string | null,
  password: string,
  client: ClientInfo,
): Promise<boolean> {
  const key = await attemptKey(deps, email, client)
  return countAttempt(deps.limiter, FAILED_LOGINS, key, () =>
    passwordMatches(passwordHash, password),
  )
}

/**
 * Resets the failed logins of a user who has just reset the password, so that they can sign in from the same IP address
 * at once.
 */
export function resetFailedLogins(
  { limiter }: AccountsDeps,
  email: string,
  { ip }: ClientInfo,
): Promise<void> {
  return limiter.reset(FAILED_LOGINS, `${email}:${ip}`)
}

/**
 * Verifies the password of a signed-in user again, before an action that a stolen session must not be able to take.
 * @param options.isOptional accepts an account without a password
 * @returns the hash of the verified password; null if the account has no password and `isOptional` is set
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD if the password is wrong; ERROR_TOO_MANY_REQUESTS after too
 * many wrong passwords; ERROR_SERVICE_UNAVAILABLE if too many passwords are being verified
 */
export async function reauthenticate(
  { db, limiter }: AccountsDeps,
  { id }: SessionUser,
  password: string | undefined,
  { isOptional = false }: { isOptional?: boolean } = {},
): Promise<string | null> {
  const passwordHash = (await findUser(db, id))?.passwordHash ?? null
  if (passwordHash === null && isOptional) return null
  const isCorrect =
    password !== undefined &&
    (await countAttempt(limiter, FAILED_REAUTHENTICATIONS, String(id), () =>
      passwordMatches(passwordHash, password),
    ))
  if (!isCorrect) throw new ApiError('ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
  return passwordHash
}
