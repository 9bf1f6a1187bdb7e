import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { toIpAddressKey } from './rate-limit/address-key.ts'

const MAX_USER_AGENT_LENGTH = 300

/** The client that sent a request, for the security log and the list of sessions. */
export interface RequestClient {
  /** The client's IP address in the form of `toIpAddressKey`: an IPv6 address is reduced to its /64 network. */
  ip: string
  userAgent: string
}

/** The client of changes that a job or an operator makes. */
export const NO_CLIENT: RequestClient = { ip: '', userAgent: '' }

export const readClient = ({ ip, headers }: FastifyRequest): RequestClient => ({
  ip: toIpAddressKey(ip),
  userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? '',
})

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

/** Returns the captcha token of an endpoint that takes it in a header. */
export const readCaptchaToken = ({ headers }: FastifyRequest): string | undefined => {
  const token = headers['x-recaptcha-token']
  return typeof token === 'string' ? token : undefined
}

/** Returns the `Idempotency-Key`, which is the same for all repetitions of a request. */
export const readIdempotencyKey = (request: FastifyRequest): string | undefined =>
  readHeader(request, 'idempotency-key', 200)
