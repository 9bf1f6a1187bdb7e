import type { FastifyRequest } from 'fastify'
import { type Endpoint, RECENT_PROOF_MINUTES } from '#contract/core/endpoint.ts'
import type { Config } from '#server/config.ts'
import { ApiError } from '#server/http/api-error.ts'

/** The user of a request, found by the session cookie. */
export interface SessionUser {
  sessionId: number
  /** When the user last signed in or confirmed their identity in this session. */
  confirmedAt: Date
  /** When the user last did so with a second factor; null if they never have in this session. */
  factorConfirmedAt: Date | null
  id: number
  email: string
  roles: string[]
  isVerified: boolean
  suspendedAt: Date | null
  suspensionReason: string | null
  languagePreference: 'SPA' | 'EN'
  /** Since when the user has a second factor; null if there is none. */
  secondFactorSince: Date | null
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that another site could make a visitor's browser send. A request with an unsafe method needs this
 * site's Origin header (or `Sec-Fetch-Site: same-origin`) and a JSON body; an endpoint that takes files, a multipart
 * body, or the bytes of a chunk, which no form of another site can send.
 * @throws ApiError ERROR_CROSS_SITE_REQUEST if the request is refused
 */
export function refuseCrossSiteRequest(request: FastifyRequest, { publicOrigin }: Config): void {
  if (SAFE_METHODS.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  const ours = origin === undefined ? site === 'same-origin' : origin === publicOrigin
  if (!ours) throw new ApiError('ERROR_CROSS_SITE_REQUEST', `origin ${String(origin)}`)

  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (hasBody && type !== getBodyType(request.routeOptions.config.endpoint))
    throw new ApiError('ERROR_CROSS_SITE_REQUEST', `content type ${String(type)}`)
}

function getBodyType(endpoint: Endpoint | undefined): string {
  if (endpoint?.form) return 'multipart/form-data'
  return endpoint?.tus?.hasBody ? 'application/offset+octet-stream' : 'application/json'
}

/**
 * Refuses a user who is not allowed to call an endpoint. For the access `owner`, the service also checks the ownership,
 * since it only finds the user's own rows.
 * @throws ApiError with 401 if there is no session; with 403 if the user is suspended, unverified, lacks the role, or
 * is an admin without the second factor that admins need
 */
export function refuseWrongAccess(
  { access }: Endpoint,
  user: SessionUser | undefined,
  { adminSecondFactor }: Pick<Config, 'adminSecondFactor'>,
): void {
  if (access === 'public') return
  if (!user) throw new ApiError('ERROR_USER_NOT_AUTHORIZED')
  if (user.suspendedAt)
    throw new ApiError('ERROR_USER_SUSPENDED', '', { reason: user.suspensionReason })
  if (access === 'user') return
  if (!user.isVerified) throw new ApiError('ERROR_AUTH_USER_NOT_VERIFIED')
  if (access === 'admin' && !user.roles.includes('admin'))
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'not an admin', { status: 403 })
  if (access === 'admin' && lacksSecondFactor(user, adminSecondFactor))
    throw new ApiError('ERROR_SECOND_FACTOR_REQUIRED')
}

/** Tells whether a user is an admin without a second factor, on an installation where admins need one. */
export const lacksSecondFactor = (
  { roles, secondFactorSince }: Pick<SessionUser, 'roles' | 'secondFactorSince'>,
  adminSecondFactor: boolean,
): boolean => adminSecondFactor && roles.includes('admin') && secondFactorSince === null

/**
 * Refuses a user who has not proved their identity recently, so that a stolen session is not enough for the most
 * sensitive changes. Who has a second factor proves it with one: whoever has stolen a password often has the cookies of
 * the browser too.
 * @throws ApiError ERROR_REAUTHENTICATION_REQUIRED if the session was last confirmed too long ago
 */
export function requireRecentProof({
  secondFactorSince,
  confirmedAt,
  factorConfirmedAt,
}: Pick<SessionUser, 'secondFactorSince' | 'confirmedAt' | 'factorConfirmedAt'>): void {
  const provedAt = secondFactorSince === null ? confirmedAt : factorConfirmedAt
  if (!provedAt || Date.now() - provedAt.getTime() > RECENT_PROOF_MINUTES * 60_000)
    throw new ApiError('ERROR_REAUTHENTICATION_REQUIRED')
}
