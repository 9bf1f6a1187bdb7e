import { DAY_SECONDS } from '#contract/core/time.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { findAccountDevice } from '../sessions/queries.ts'
import type { ClientInfo } from '../client-info.ts'

/**
 * The limit of wrong codes of the authenticator app. Three of a million codes are right at any time, so an attacker who
 * knows the password guesses one with a probability of 1 in 16,000 a day.
 */
const WRONG_CODES = { name: 'wrong_code', max: 20, seconds: DAY_SECONDS }

/** At most one email a day tells a user that somebody tries codes. */
const GUESSING_EMAILS = { name: 'wrong_code_email', max: 1, seconds: DAY_SECONDS }

/**
 * Returns the key under which wrong codes are counted: all unknown devices share the count of the account, and a device
 * that signed in before has a count of its own, so that an attacker cannot lock out the owner's devices.
 */
async function codeKey(
  { db }: Pick<Context, 'db'>,
  { id, email }: { id: number; email: string },
  { deviceHash }: ClientInfo,
): Promise<string> {
  const device = deviceHash && (await findAccountDevice(db, email, deviceHash))
  return device ? `${id}:device ${device}` : String(id)
}

/**
 * Counts an attempt to enter a code before it is verified, so that simultaneous attempts count too, and takes the count
 * back unless the code is wrong.
 * @throws ApiError ERROR_TOO_MANY_REQUESTS after too many wrong codes
 */
export async function countCode<T>(
  context: Pick<Context, 'db' | 'limiter'>,
  user: { id: number; email: string },
  client: ClientInfo,
  verify: () => Promise<T>,
): Promise<T> {
  const key = await codeKey(context, user, client)
  await context.limiter.consume(WRONG_CODES, key)
  try {
    const result = await verify()
    await context.limiter.refund(WRONG_CODES, key)
    return result
  } catch (error) {
    const isWrong = error instanceof ApiError && error.code === 'ERROR_SECOND_FACTOR_CODE'
    if (!isWrong) await context.limiter.refund(WRONG_CODES, key)
    throw error
  }
}

/** Tells whether the user may be told by email now that somebody tries codes. */
export const mayNotifyOfGuessing = (
  { limiter }: Pick<Context, 'limiter'>,
  userId: number,
): Promise<boolean> => limiter.tryConsume(GUESSING_EMAILS, String(userId))
