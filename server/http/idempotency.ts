import { createHash } from 'node:crypto'
import { ApiError } from './api-error.ts'

/**
 * A request that its client may repeat, as two digests: of its `Idempotency-Key`, and of everything that was sent with
 * the key.
 */
export interface IdempotentRequest {
  key: string
  digest: string
}

/**
 * Computes the digests of an `Idempotency-Key` and of the request body; returns undefined if the client sent no key.
 */
export function digestRequest(
  key: string | undefined,
  body: unknown,
): IdempotentRequest | undefined {
  if (key === undefined) return undefined
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
  return { key: sha256(key), digest: sha256(JSON.stringify(body)) }
}

/**
 * Requires that a repeated request has the same body as the first request with its key.
 * @throws ApiError INVALID_DATA if the bodies differ
 */
export function requireSameBody(request: IdempotentRequest, storedDigest: string | null): void {
  if (request.digest !== storedDigest)
    throw new ApiError('INVALID_DATA', 'idempotency key with another body')
}

/**
 * Runs the work of a request only once, even if the request is repeated or arrives several times simultaneously.
 * @param findResult finds the result of an earlier request with the same key
 * @param run does the work; it must store the key under a unique index, so that only one of several simultaneous runs
 * succeeds
 */
export async function runOnce<T>(
  request: IdempotentRequest | undefined,
  findResult: (request: IdempotentRequest) => Promise<T | undefined>,
  run: () => Promise<T>,
): Promise<T> {
  if (!request) return run()
  const earlierResult = await findResult(request)
  if (earlierResult !== undefined) return earlierResult
  try {
    return await run()
  } catch (error) {
    // If the work failed, a simultaneous request with the same key may have succeeded, so its result is looked up.
    const concurrentResult = await findResult(request)
    if (concurrentResult === undefined) throw error
    return concurrentResult
  }
}
