import { createHash } from 'node:crypto'
import { ApiError } from './api-error.ts'

/** A request that its client may send again: digests of its `Idempotency-Key` and of everything sent with it. */
export interface IdempotentRequest {
  key: string
  digest: string
}

/** Digests an `Idempotency-Key` and the body of its request; undefined if the client sent no key. */
export function digestRequest(
  key: string | undefined,
  body: unknown,
): IdempotentRequest | undefined {
  if (key === undefined) return undefined
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
  return { key: sha256(key), digest: sha256(JSON.stringify(body)) }
}

/**
 * Requires that a repeated request carries the body that its key was first used with.
 * @throws ApiError INVALID_DATA if the bodies differ
 */
export function requireSameBody(request: IdempotentRequest, storedDigest: string | null): void {
  if (request.digest !== storedDigest)
    throw new ApiError('INVALID_DATA', 'idempotency key with another body')
}

/**
 * Runs the work of a request once, however often and however concurrently the request arrives.
 * @param findResult finds what an earlier request with the same key made
 * @param run must store the key under a unique index, so that only one of several concurrent runs succeeds
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
    // A concurrent request with the same key may have succeeded first, and used up a quota for instance.
    const concurrentResult = await findResult(request)
    if (concurrentResult === undefined) throw error
    return concurrentResult
  }
}
