import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as google from '#contract/accounts/google.ts'
import { toSafeReturnPath } from '#contract/core/return-to.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { RESPONSE_SENT, mountEndpoint } from '#server/http/endpoint.ts'
import {
  clearSignInCookie,
  generateToken,
  readSecretCookie,
  setSignInCookie,
  setSuspensionCookie,
} from '#server/http/session-cookie.ts'
import type { Context } from '#server/context.ts'
import { setSignInCookies, getClientInfo } from '../sign-in/request-context.ts'
import {
  OAUTH_STATE_MINUTES,
  type GoogleContext,
  type OAuthState,
  createOAuthState,
} from './oauth-states.ts'
import { handleCallback, unlinkGoogle } from './service.ts'

const SECURITY_SCREEN = '/dashboard/security'

/**
 * Registers the routes for Google accounts. If `context.google` is undefined, a Google account can only be unlinked;
 * the other routes answer UNKNOWN_ERROR.
 */
export function registerGoogleRoutes(app: FastifyInstance, context: Context): void {
  const { config, log } = context
  const options = { limit: RATE_LIMITS_BY_IP.google }

  /**
   * Returns the context with the configured Google provider.
   * @throws ApiError UNKNOWN_ERROR if Google is not configured
   */
  function requireGoogle(): GoogleContext {
    if (!context.google) throw new ApiError('UNKNOWN_ERROR', 'Google sign-in is not configured')
    return { ...context, google: context.google }
  }

  /**
   * Starts an OAuth flow.
   * @returns the URL of the provider's sign-in page, or undefined if the provider does not answer
   */
  async function startFlow(
    reply: FastifyReply,
    flow: Omit<OAuthState, 'browserHash'>,
  ): Promise<string | undefined> {
    const browserToken = generateToken()
    const authURL = await createOAuthState(requireGoogle(), {
      ...flow,
      browserHash: browserToken.tokenHash,
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'external sign-in could not start')
      return undefined
    })
    if (authURL) setSignInCookie(reply, config, browserToken.token, OAUTH_STATE_MINUTES)
    return authURL
  }

  const linkFlow = ({ sessionId }: SessionUser): Omit<OAuthState, 'browserHash'> => ({
    purpose: 'link',
    sessionId,
    returnTo: SECURITY_SCREEN,
  })

  mountEndpoint(
    app,
    google.signInWithGoogle,
    async ({ query, reply }) => {
      const returnTo = toSafeReturnPath(query.returnTo)
      const authURL = await startFlow(reply, { purpose: 'sign_in', sessionId: null, returnTo })
      reply.redirect(authURL ?? '/login?google=failed', 302)
      return RESPONSE_SENT
    },
    options,
  )

  mountEndpoint(
    app,
    google.redirectToLinkGoogle,
    async ({ user, request, reply }) => {
      rejectCrossSiteNavigation(request)
      const authURL = await startFlow(reply, linkFlow(user))
      reply.redirect(authURL ?? `${SECURITY_SCREEN}?google=failed`, 302)
      return RESPONSE_SENT
    },
    options,
  )

  mountEndpoint(
    app,
    google.getGoogleLinkUrl,
    async ({ user, reply }) => {
      const authURL = await startFlow(reply, linkFlow(user))
      if (!authURL)
        throw new ApiError('ERROR_SERVICE_UNAVAILABLE', 'the provider is down', { retryAfter: 30 })
      return { authURL }
    },
    options,
  )

  mountEndpoint(app, google.googleCallback, async ({ user, locale, request, reply }) => {
    const { state } = request.query as { state?: unknown }
    const browserHash = readSecretCookie(request, config, 'sign_in')
    const { redirectTo, signedIn, suspensionReason } = await handleCallback(
      requireGoogle(),
      {
        query: request.raw.url?.split('?')[1] ?? '',
        ...(typeof state === 'string' && { state }),
        ...(browserHash && { browserHash }),
      },
      user,
      locale,
      getClientInfo(request, config),
    )
    clearSignInCookie(reply, config)
    if (signedIn) setSignInCookies(reply, config, signedIn)
    if (suspensionReason) setSuspensionCookie(reply, config, suspensionReason)
    reply.redirect(redirectTo, 302)
    return RESPONSE_SENT
  })

  mountEndpoint(app, google.unlinkGoogle, ({ user, request }) =>
    unlinkGoogle(context, user, getClientInfo(request, config)),
  )
}

/**
 * Rejects a navigation that came from another site: otherwise any site could make a signed-in user start linking an
 * account.
 */
function rejectCrossSiteNavigation({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new ApiError('ERROR_CROSS_SITE_REQUEST', 'a link from another site')
}
