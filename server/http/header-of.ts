import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

/** A header's text; none where it is absent or empty. @throws ApiError INVALID_DATA beyond `maxLength` characters */
export function headerOf(
  { headers }: FastifyRequest,
  name: string,
  maxLength: number,
): string | undefined {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') return undefined
  if (value.length > maxLength) throw new ApiError('INVALID_DATA', name)
  return value
}

/** The client's name for one wish, the same however often it is sent. */
export const idempotencyKeyOf = (request: FastifyRequest): string | undefined =>
  headerOf(request, 'idempotency-key', 200)
