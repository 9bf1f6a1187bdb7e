import type { Limiter } from '#server/http/rate-limit/limiter.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { findDeviceOf } from '../sessions/queries.ts'
import { findUser } from '../queries.ts'
import type { AccountsDeps, ClientInfo } from '../service.ts'
import { passwordMatches } from './hashing.ts'

const FAILED_LOGINS = { name: 'failed_login', max: 10, seconds: 900 }
/** Of the password that a signed-in person types again. */
const FAILED_PROOFS = { name: 'failed_proof', max: 10, seconds: 900 }

/**
 * Whose failed log-ins count together: an account and a network address, so that nobody can keep an owner out
 * from elsewhere. A device that signed in before has a count of its own: not even somebody on the same
 * address keeps it out.
 */
async function attemptKey(
  { db }: AccountsDeps,
  email: string,
  { ip, deviceHash }: ClientInfo,
): Promise<string> {
  const device = deviceHash && (await findDeviceOf(db, email, deviceHash))
  return device ? `${email}:device ${device}` : `${email}:${ip}`
}

/** A try that is counted before it is judged, forgotten when right and given back when it could not be judged. */
async function countAttempt(
  limiter: Limiter,
  limit: typeof FAILED_LOGINS,
  who: string,
  judge: () => Promise<boolean>,
): Promise<boolean> {
  await limiter.consumeAttempt(limit, who)
  const right = await judge().catch(async (error: unknown) => {
    await limiter.refund(limit, who)
    throw error
  })
  if (right) await limiter.reset(limit, who)
  return right
}

/**
 * Whether `password` opens the account of `email`; `passwordHash` is null where nobody has the address.
 * @throws ApiError ERROR_TOO_MANY_REQUESTS; ERROR_SERVICE_UNAVAILABLE
 */
export async function verifyPassword(
  deps: AccountsDeps,
  email: string,
  passwordHash: string | null,
  password: string,
  client: ClientInfo,
): Promise<boolean> {
  const who = await attemptKey(deps, email, client)
  return countAttempt(deps.limiter, FAILED_LOGINS, who, () =>
    passwordMatches(passwordHash, password),
  )
}

/** Whoever chose a new password by a mailed link may use it from where they are. */
export function resetFailedLogins(
  { limiter }: AccountsDeps,
  email: string,
  { ip }: ClientInfo,
): Promise<void> {
  return limiter.reset(FAILED_LOGINS, `${email}:${ip}`)
}

/**
 * A signed-in person proves who they are once more: a stolen session is not enough for what follows.
 * @returns the digest of their password, null where the account has none and none was asked
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD; ERROR_TOO_MANY_REQUESTS; ERROR_SERVICE_UNAVAILABLE
 */
export async function reauthenticate(
  { db, limiter }: AccountsDeps,
  { id }: SessionUser,
  password: string | undefined,
  { isOptional = false }: { isOptional?: boolean } = {},
): Promise<string | null> {
  const passwordHash = (await findUser(db, id))?.passwordHash ?? null
  if (passwordHash === null && isOptional) return null
  const right =
    password !== undefined &&
    (await countAttempt(limiter, FAILED_PROOFS, String(id), () =>
      passwordMatches(passwordHash, password),
    ))
  if (!right) throw new ApiError('ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
  return passwordHash
}
