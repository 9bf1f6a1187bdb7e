import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ApiError } from '#server/http/api-error.ts'

/** Parameters that OWASP recommends for Argon2id, the library's default: 19 MiB, two passes, one lane. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash uses a core for about 20 ms, so a flood of logins must not occupy all of them. */
const CONCURRENCY = 2
const MAX_QUEUE_LENGTH = 50
const RETRY_AFTER_SECONDS = 2

const queue = pLimit(CONCURRENCY)

/** Runs hashing work with limited concurrency. @throws ApiError ERROR_SERVICE_UNAVAILABLE if the queue is full */
function enqueueHashing<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= MAX_QUEUE_LENGTH)
    throw new ApiError('ERROR_SERVICE_UNAVAILABLE', 'the password hashing queue is full', {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  return queue(work)
}

export function hashPassword(password: string): Promise<string> {
  return enqueueHashing(() => hash(password, ARGON2_OPTIONS))
}

/** Verified in place of a missing hash, so that an account without a password takes the same time. */
const dummyHash = hash(randomBytes(16), ARGON2_OPTIONS)

/** Whether a password matches its hash. Without a hash it returns false after the same time. */
export async function passwordMatches(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const comparedHash = passwordHash ?? (await dummyHash)
  const isMatch = await enqueueHashing(() => verify(comparedHash, password))
  return isMatch && passwordHash !== null
}
