import type { FastifyRequest } from 'fastify'
import { unauthorized } from '../errors.ts'
import type { AccessToken } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'

/**
 * The token a request to the API came with. It is read from the Authorization header only.
 * @throws ProviderError 401 when it is missing, unknown, revoked or expired
 */
export function requireAccessToken(
  { store, now }: SimulatorContext,
  request: FastifyRequest,
): AccessToken {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const known = token === undefined ? undefined : store.get('accessTokens', token)
  if (!known || known.revoked || known.expiresAt <= now()) throw unauthorized()
  return known
}
