import { randomBytes } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import pLimit, { type LimitFunction } from 'p-limit'
import { OverloadError } from '#server/http/api-error.ts'

/** The parameters of Argon2id that OWASP recommends: 19 MiB of memory, two passes, one lane. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The number of passwords that are hashed at the same time. A hash uses a CPU core for about 20 ms, so a flood of
 * logins must not occupy all cores.
 */
const CONCURRENCY = 2
/** Recovery codes are hashed ten at a time, so they have a queue of their own and never delay a login. */
const RECOVERY_CODE_CONCURRENCY = 1
const MAX_QUEUE_LENGTH = 50
const RETRY_AFTER_SECONDS = 2

const passwords = pLimit(CONCURRENCY)
const recoveryCodes = pLimit(RECOVERY_CODE_CONCURRENCY)

/**
 * Runs a hashing task; only a few run at the same time.
 * @throws ApiError ERROR_SERVICE_UNAVAILABLE if the queue is full
 */
function enqueueHashing<T>(queue: LimitFunction, work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= MAX_QUEUE_LENGTH)
    throw new OverloadError('passwords', RETRY_AFTER_SECONDS)
  return queue(work)
}

export function hashPassword(password: string): Promise<string> {
  return enqueueHashing(passwords, () => hash(password, ARGON2_OPTIONS))
}

/**
 * Hashes a recovery code with a given salt, so that the same code gives the same hash. The result is in base64url.
 * @throws ApiError ERROR_SERVICE_UNAVAILABLE if too many hashes are being computed
 */
export async function hashWithSalt(secret: string, salt: string): Promise<string> {
  const digest = await enqueueHashing(recoveryCodes, () =>
    hashRaw(secret, { ...ARGON2_OPTIONS, salt: Buffer.from(salt, 'base64url') }),
  )
  return digest.toString('base64url')
}

/** This hash is verified if an account has no password, so that the login takes the same time as with a password. */
const dummyHash = hash(randomBytes(16), ARGON2_OPTIONS)

/** Tells whether a password matches a hash. If the hash is null, the function returns false after the same time. */
export async function passwordMatches(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const comparedHash = passwordHash ?? (await dummyHash)
  const isMatch = await enqueueHashing(passwords, () => verify(comparedHash, password))
  return isMatch && passwordHash !== null
}
