import type { RateLimiter } from '#server/http/rate-limit/limiter.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { Context } from '#server/context.ts'
import { findAccountDevice } from '../sessions/queries.ts'
import { findUser } from '../queries.ts'
import type { ClientInfo } from '../client-info.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { passwordMatches } from './hashing.ts'

const FAILED_LOGINS = { name: 'failed_login', max: 10, seconds: 900 }
/**
 * The limit of failed logins to one account from all devices that have not signed in to it before. Beyond it these
 * devices need an emailed code besides the password.
 */
const FAILED_LOGINS_OF_UNKNOWN_DEVICES = { name: 'account_failed_login', max: 100, seconds: 3600 }
/** The limit of failed attempts by signed-in users to confirm their password. */
const FAILED_REAUTHENTICATIONS = { name: 'failed_proof', max: 10, seconds: 900 }

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

interface PasswordCheck {
  isCorrect: boolean
  /** Whether the response must not tell if the password is right, and an emailed code must complete the sign-in. */
  needsEmailCode: boolean
}

/**
 * Verifies the password of a login and throttles failed attempts. They are counted by account and IP address, so that
 * an attacker elsewhere does not delay the owner, and besides by account, so that an attacker with many IP addresses
 * learns nothing more without the owner's emails. A device that has signed in before has a count of its own and no
 * other, so that no attacker can lock out the owner's devices.
 * @param passwordHash null if no account has the email, or if the account has no password
 * @throws ApiError ERROR_TOO_MANY_REQUESTS if the next attempt must wait; ERROR_SERVICE_UNAVAILABLE if too many
 * passwords are being verified
 */
export async function verifyPassword(
  context: Context,
  email: string,
  passwordHash: string | null,
  password: string,
  client: ClientInfo,
): Promise<PasswordCheck> {
  const { db, limiter } = context
  const verify = () => passwordMatches(passwordHash, password)
  const device = client.deviceHash && (await findAccountDevice(db, email, client.deviceHash))
  if (device) {
    const isCorrect = await countAttempt(
      limiter,
      FAILED_LOGINS,
      `${email}:device ${device}`,
      verify,
    )
    return { isCorrect, needsEmailCode: false }
  }

  const ipKey = `${email}:${client.ip}`
  await limiter.consumeAttempt(FAILED_LOGINS, ipKey)
  const needsEmailCode = !(await limiter.tryConsume(FAILED_LOGINS_OF_UNKNOWN_DEVICES, email))
  const isCorrect = await verify().catch(async (error: unknown) => {
    await limiter.refund(FAILED_LOGINS, ipKey)
    await limiter.refund(FAILED_LOGINS_OF_UNKNOWN_DEVICES, email)
    throw error
  })
  // While a code is asked for, a reset would tell that the password is right.
  if (isCorrect && !needsEmailCode) {
    await limiter.reset(FAILED_LOGINS, ipKey)
    await limiter.reset(FAILED_LOGINS_OF_UNKNOWN_DEVICES, email)
  }
  return { isCorrect, needsEmailCode }
}

/**
 * Resets the failed logins of a user who has just reset the password, so that they can sign in from the same IP address
 * at once, also on a new device while an attacker guesses elsewhere.
 */
export async function resetFailedLogins(
  { limiter }: Context,
  email: string,
  { ip }: ClientInfo,
): Promise<void> {
  await limiter.reset(FAILED_LOGINS, `${email}:${ip}`)
  await limiter.reset(FAILED_LOGINS_OF_UNKNOWN_DEVICES, email)
}

/**
 * Verifies the password of a signed-in user again, before an action that a stolen session must not be able to take. A
 * wrong password is logged.
 * @param options.isOptional accepts an account without a password
 * @returns the hash of the verified password; null if the account has no password and `isOptional` is set
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD if the password is wrong; ERROR_TOO_MANY_REQUESTS after too
 * many wrong passwords; ERROR_SERVICE_UNAVAILABLE if too many passwords are being verified
 */
export async function reauthenticate(
  context: Context,
  { id }: SessionUser,
  password: string | undefined,
  client: ClientInfo,
  { isOptional = false }: { isOptional?: boolean } = {},
): Promise<string | null> {
  const { db, limiter } = context
  const passwordHash = (await findUser(db, id))?.passwordHash ?? null
  if (passwordHash === null && isOptional) return null
  const isCorrect =
    password !== undefined &&
    (await countAttempt(limiter, FAILED_REAUTHENTICATIONS, String(id), () =>
      passwordMatches(passwordHash, password),
    ))
  if (isCorrect) return passwordHash
  if (password !== undefined)
    await recordSecurityEvent(context, db, id, 'identity_proof_failed', client)
  throw new ApiError('ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
}
