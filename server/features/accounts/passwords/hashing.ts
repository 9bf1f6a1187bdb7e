import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ApiError } from '#server/http/api-error.ts'

/** Argon2id, the library's default, as OWASP advises: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes a core for some 20 ms, so a flood of log-ins may not take them all. */
const AT_ONCE = 2
const WAITING_MAX = 50
const RETRY_AFTER_SECONDS = 2

const queue = pLimit(AT_ONCE)

/** @throws ApiError ERROR_SERVICE_UNAVAILABLE when too many wait already */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= WAITING_MAX)
    throw new ApiError('ERROR_SERVICE_UNAVAILABLE', 'password queue is full', {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  return queue(work)
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS))
}

const nobody = hash(randomBytes(16), OPTIONS)

/** Compares; an account without a password takes as long as one with. */
export async function passwordMatches(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const against = passwordHash ?? (await nobody)
  const same = await inTurn(() => verify(against, password))
  return same && passwordHash !== null
}
