import type { FastifyRequest } from 'fastify'
import { createUnauthorizedError } from '../errors.ts'
import type { AccessToken } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'

/**
 * Returns the valid access token of a request. Only the Authorization header is read.
 * @throws ProviderError with 401 if the token is missing, unknown, revoked or expired
 */
export function requireAccessToken(
  { store, now }: SimulatorContext,
  request: FastifyRequest,
): AccessToken {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const accessToken = token === undefined ? undefined : store.get('accessTokens', token)
  if (!accessToken || accessToken.revoked || accessToken.expiresAt <= now())
    throw createUnauthorizedError()
  return accessToken
}
