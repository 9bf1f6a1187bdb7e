import type { FastifyInstance } from 'fastify'
import { sendPage } from '../../shared/form-or-json.ts'
import { getPreferredLanguage } from '../../shared/language.ts'
import { generateRandomHex } from '../state/id-sequences.ts'
import { createSeller } from '../state/sellers.ts'
import type { SimulatorContext } from '../context.ts'
import { renderAuthorizationPage, renderInvalidRequestPage } from './authorization-page.ts'

/**
 * The lifetime of an authorization code in milliseconds: ten minutes.
 * Source: MercadoPago's documentation of OAuth.
 */
const CODE_LIFE_MS = 600_000

interface AuthorizationRequest {
  client_id?: string
  response_type?: string
  platform_id?: string
  redirect_uri?: string
  state?: string
  code_challenge?: string
  code_challenge_method?: string
}

interface Decision {
  user_id?: string
  decision?: string
}

/**
 * Registers `/authorization`, the page where sellers allow or deny access to their account before they are redirected
 * to the application.
 */
export function registerAuthorizationRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get<{ Querystring: AuthorizationRequest }>('/authorization', (request, reply) => {
    const language = getPreferredLanguage(request.headers['accept-language'])
    const requestError = findRequestError(context, request.query)
    if (requestError) return sendPage(reply, renderInvalidRequestPage(language, requestError), 400)
    return sendPage(
      reply,
      renderAuthorizationPage(language, request.url, context.store.all('sellers')),
    )
  })

  app.post<{ Querystring: AuthorizationRequest; Body: Decision | null }>(
    '/authorization',
    (request, reply) => {
      const language = getPreferredLanguage(request.headers['accept-language'])
      const requestError = findRequestError(context, request.query)
      if (requestError)
        return sendPage(reply, renderInvalidRequestPage(language, requestError), 400)
      const { user_id: chosen, decision } = request.body ?? {}
      if (decision !== 'allow')
        return reply.redirect(
          buildCallbackUrl(request.query, {
            error: 'access_denied',
            error_description: 'The user denied the authorization',
          }),
          303,
        )
      const seller =
        chosen === 'new' ? createSeller(context.store) : context.store.get('sellers', chosen ?? '')
      if (!seller)
        return sendPage(reply, renderInvalidRequestPage(language, `user_id ${chosen}`), 400)
      return reply.redirect(
        buildCallbackUrl(request.query, { code: issueCode(context, seller.userId, request.query) }),
        303,
      )
    },
  )
}

function findRequestError(
  { options }: SimulatorContext,
  query: AuthorizationRequest,
): string | undefined {
  if (query.client_id !== options.clientId) return 'client_id: unknown application'
  if (query.response_type !== 'code') return 'response_type: must be code'
  if (!options.redirectUris.includes(query.redirect_uri ?? ''))
    return 'redirect_uri: is not the one registered in the application'
  if (query.code_challenge && !/^(S256|plain)$/i.test(query.code_challenge_method ?? 'plain'))
    return 'code_challenge_method: must be S256 or Plain'
  return undefined
}

function issueCode(context: SimulatorContext, userId: number, query: AuthorizationRequest): string {
  const code = `TG-${generateRandomHex(16)}-${userId}`
  context.store.put('codes', code, {
    code,
    userId,
    redirectUri: query.redirect_uri!,
    challenge: query.code_challenge,
    challengeMethod: query.code_challenge_method?.toUpperCase() === 'S256' ? 'S256' : 'plain',
    expiresAt: context.now() + CODE_LIFE_MS,
    used: false,
  })
  return code
}

function buildCallbackUrl(query: AuthorizationRequest, outcome: Record<string, string>): string {
  const address = new URL(query.redirect_uri!)
  for (const [name, value] of Object.entries(outcome)) address.searchParams.set(name, value)
  if (query.state !== undefined) address.searchParams.set('state', query.state)
  return address.href
}
