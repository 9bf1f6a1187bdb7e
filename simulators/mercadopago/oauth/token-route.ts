import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ProviderError } from '../errors.ts'
import type { AuthorizationCode } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'
import { expireAccessTokens, issueTokens } from './tokens.ts'

type Fields = Record<string, string | number | undefined>

const KNOWN_FIELDS = new Set([
  'client_id',
  'client_secret',
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'test_token',
])

/**
 * Registers `POST /oauth/token` for both grant types, with their error responses.
 * Source: MercadoPago's documentation of OAuth.
 */
export function registerTokenRoute(app: FastifyInstance, context: SimulatorContext): void {
  app.post('/oauth/token', request => {
    if (Object.keys(request.query as Fields).length > 0)
      throw tokenError('invalid_request', 'Query parameters are not allowed')
    const fields = (request.body ?? {}) as Fields
    checkFields(context, fields)
    return fields.grant_type === 'refresh_token'
      ? refreshTokens(context, fields)
      : redeemCode(context, fields)
  })
}

function checkFields({ options }: SimulatorContext, fields: Fields): void {
  const unknownField = Object.keys(fields).find(field => !KNOWN_FIELDS.has(field))
  if (unknownField) throw tokenError('invalid_request', `Unknown field: ${unknownField}`)
  for (const field of ['client_id', 'client_secret', 'grant_type'])
    if (!fields[field]) throw tokenError('invalid_request', `${field} is a required parameter`)
  if (!['authorization_code', 'refresh_token'].includes(String(fields.grant_type)))
    throw tokenError('unsupported_grant_type', 'grant_type is not supported')
  const { clientId, clientSecret } = options
  if (String(fields.client_id) !== clientId || fields.client_secret !== clientSecret)
    throw tokenError('invalid_client', 'invalid client_id or client_secret')
}

function redeemCode(context: SimulatorContext, fields: Fields) {
  for (const field of ['code', 'redirect_uri'])
    if (!fields[field]) throw tokenError('invalid_request', `${field} is a required parameter`)
  const code = context.store.get('codes', String(fields.code))
  if (!code || code.used || code.expiresAt <= context.now()) throw invalidGrant()
  if (code.redirectUri !== fields.redirect_uri) throw invalidGrant()
  if (!isPkceVerified(code, fields.code_verifier)) throw invalidGrant()
  context.store.put('codes', code.code, { ...code, used: true })
  const liveMode = context.options.liveMode && String(fields.test_token) !== 'true'
  return issueTokens(context, code.userId, liveMode)
}

function refreshTokens(context: SimulatorContext, fields: Fields) {
  if (!fields.refresh_token)
    throw tokenError('invalid_request', 'refresh_token is a required parameter')
  const token = context.store.get('refreshTokens', String(fields.refresh_token))
  if (token?.state === 'revoked')
    throw tokenError('unauthorized_client', 'The application has no grant with this user')
  if (token?.state !== 'open' || token.expiresAt <= context.now()) throw invalidGrant()
  context.store.put('refreshTokens', token.token, { ...token, state: 'used' })
  if (context.doesRefreshInvalidate) expireAccessTokens(context, token.userId)
  return issueTokens(context, token.userId, token.liveMode)
}

/** Tells whether the PKCE code verifier of a token request matches the challenge of the authorization request. */
function isPkceVerified({ challenge, challengeMethod }: AuthorizationCode, verifier: unknown) {
  if (challenge === undefined) return true
  if (typeof verifier !== 'string') return false
  const hashed = createHash('sha256').update(verifier).digest('base64url')
  return challenge === (challengeMethod === 'S256' ? hashed : verifier)
}

const tokenError = (error: string, message: string) => new ProviderError(400, error, message)

const invalidGrant = () =>
  tokenError(
    'invalid_grant',
    'Error validating grant. Your authorization code or refresh token may be expired or it was already used',
  )
