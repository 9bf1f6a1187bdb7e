import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

/**
 * Returns the text of a header, or undefined if the header is absent or empty.
 * @throws ApiError INVALID_DATA if the text is longer than `maxLength` characters
 */
export function readHeader(
  { headers }: FastifyRequest,
  name: string,
  maxLength: number,
): string | undefined {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') return undefined
  if (value.length > maxLength) throw new ApiError('INVALID_DATA', name)
  return value
}

/** Returns the `Idempotency-Key`, which is the same for all repetitions of a request. */
export const readIdempotencyKey = (request: FastifyRequest): string | undefined =>
  readHeader(request, 'idempotency-key', 200)
