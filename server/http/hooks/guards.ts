import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Config } from '#server/config.ts'
import { ApiError } from '#server/http/api-error.ts'

/** The user of a request, as found by the session. */
export interface SessionUser {
  sessionId: number
  id: number
  email: string
  roles: string[]
  isVerified: boolean
  suspendedAt: Date | null
  suspensionReason: string | null
  languagePreference: 'SPA' | 'EN'
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that another site could send in a visitor's name. Unsafe methods need our Origin (or
 * `Sec-Fetch-Site: same-origin`) and a JSON body, or a multipart body if the endpoint takes files.
 * @throws ApiError ERROR_CROSS_SITE_REQUEST
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
  const wanted = request.routeOptions.config.endpoint?.form
    ? 'multipart/form-data'
    : 'application/json'
  if (hasBody && type !== wanted)
    throw new ApiError('ERROR_CROSS_SITE_REQUEST', `content type ${String(type)}`)
}

/**
 * Refuses a user who is not allowed to call an endpoint. For `owner`, the service also checks the ownership, since it
 * only finds the user's own rows.
 * @throws ApiError 401 without a session; 403 if the user is suspended, unverified or lacks the role
 */
export function refuseWrongAccess({ access }: Endpoint, user: SessionUser | undefined): void {
  if (access === 'public') return
  if (!user) throw new ApiError('ERROR_USER_NOT_AUTHORIZED')
  if (user.suspendedAt)
    throw new ApiError('ERROR_USER_SUSPENDED', '', { reason: user.suspensionReason })
  if (access === 'user') return
  if (!user.isVerified) throw new ApiError('ERROR_AUTH_USER_NOT_VERIFIED')
  if (access === 'admin' && !user.roles.includes('admin'))
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'not an admin', { status: 403 })
}
