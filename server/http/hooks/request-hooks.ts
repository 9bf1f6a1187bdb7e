import { callbackify } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { needsCaptcha } from '#contract/core/endpoint.ts'
import { paymentWebhook } from '#contract/payments.ts'
import type { CacheInvalidation } from '../../cache/invalidation.ts'
import type { Config } from '../../config.ts'
import type { Captcha } from '../../integrations/captcha/captcha.ts'
import { ApiError } from '#server/http/api-error.ts'
import { readCaptchaToken } from '#server/http/request-headers.ts'
import {
  type SessionUser,
  refuseCrossSiteRequest,
  refuseWrongAccess,
  requireRecentProof,
} from './guards.ts'
import { clearEndedSession, updateSignedInCookie } from '#server/http/session-cookie.ts'
import { resolveLanguage } from './language.ts'
import { hasOwnChange, markOwnChange } from './own-changes.ts'
import type { RecordResponse } from './record-response.ts'
import { toIpAddressKey } from '#server/http/rate-limit/address-key.ts'
import { type ApiRateLimiter, refuseByLimit } from '#server/http/rate-limit/api-rate-limit.ts'
import type { RateLimiter } from '#server/http/rate-limit/limiter.ts'

/** The route pattern of all API paths that no endpoint has. */
export const UNKNOWN_API_ROUTE = '/api/*'

export interface RequestHookServices {
  config: Config
  /** Finds the user of a request by the session cookie. */
  findSessionUser: (request: FastifyRequest) => Promise<SessionUser | undefined>
  captcha: Captcha
  limiter: RateLimiter
  apiRateLimiter: ApiRateLimiter
  /** The subscription that invalidates cache entries. Undefined if the process serves no requests. */
  invalidation: CacheInvalidation | undefined
  recordResponse: RecordResponse
}

/**
 * The content security policy of responses that are not pages: whatever a browser takes them for, they load nothing.
 */
const STRICT_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The policy of assets. A worker is bound by the policy of its script, and loads its modules from here. */
const ASSET_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"

/** Tells whether a route's responses have a policy of their own: pages, PDF documents and the development pages. */
const hasOwnPolicy = (route: string): boolean => route === '/*' || /^\/(legal|dev)\//.test(route)

/**
 * Registers the checks that run before every request, in the sequence of the API document: route, origin and content
 * type, rate limit, session and access, captcha. The general rate limit is in rate-limit/api-rate-limit.ts. The handler
 * of the endpoint then validates the schemas.
 */
export function registerRequestHooks(server: FastifyInstance, services: RequestHookServices): void {
  const { config, limiter, apiRateLimiter, invalidation, recordResponse } = services
  server.decorateRequest('locale', 'es')
  server.decorateRequest('sessionUser', undefined)

  const refuseCounted = callbackify(async (request: FastifyRequest, error: unknown) => {
    await apiRateLimiter.consume(toIpAddressKey(request.ip)).catch(refuseByLimit)
    throw error
  })

  let hasWarnedOfProxy = config.trustProxy !== undefined
  server.addHook('onRequest', (request, reply, done) => {
    if (config.oldHosts.length > 0 && config.oldHosts.includes(request.host)) {
      void reply.redirect(`${config.publicOrigin}${request.url}`, 308)
      return
    }
    if (!hasWarnedOfProxy && request.headers['x-forwarded-for'] !== undefined) {
      hasWarnedOfProxy = true
      request.log.warn('X-Forwarded-For came while TRUST_PROXY is off: limits count what sent it')
    }
    request.locale = resolveLanguage(request, config.language)
    reply.header('x-content-type-options', 'nosniff')
    if (config.secureCookies)
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    const { url = '', config: route } = request.routeOptions
    if (!hasOwnPolicy(url))
      reply.header(
        'content-security-policy',
        url.startsWith('/assets/') ? ASSET_POLICY : STRICT_POLICY,
      )
    if (url.startsWith('/api/')) {
      reply.header('cache-control', 'no-store')
      // The paths of orders contain a secret token, so they must not reach other sites as a referrer. Search engines
      // must not index the API.
      reply.header('referrer-policy', 'no-referrer')
      reply.header('x-robots-tag', 'noindex')
    }
    try {
      if (url === UNKNOWN_API_ROUTE) throw new ApiError('UNKNOWN_ERROR', 'no such route')
      const isFromPrograms = route.endpoint === paymentWebhook || route.endpoint?.oneClick
      if (!isFromPrograms) refuseCrossSiteRequest(request, config)
    } catch (error) {
      // The general limit counts only requests that get further, so a refusal is counted here: otherwise it would cost
      // its sender nothing, and one could fill the log.
      refuseCounted(request, error, refusal => done(refusal as Error))
      return
    }
    done()
  })

  const consumeByAddress = callbackify(async (request: FastifyRequest) => {
    const { limit, countedAs } = request.routeOptions.config
    if (limit && !countedAs) await limiter.consume(limit, toIpAddressKey(request.ip))
  })
  server.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.routeOptions.config.limit) consumeByAddress(request, error => done(error, payload))
    else done(null, payload)
  })

  const check = callbackify(async (request: FastifyRequest, reply: FastifyReply) => {
    const { endpoint, limit, countedAs, needsProof } = request.routeOptions.config
    // This limit counts a key from the body, which was not parsed yet in the earlier hook.
    if (limit && countedAs) await limiter.consume(limit, await countedAs(request))
    const needsSession = endpoint !== undefined || request.routeOptions.url === '/*'
    if (needsSession) {
      request.sessionUser = await services.findSessionUser(request)
      if (request.sessionUser) updateSignedInCookie(request, reply, config, request.sessionUser)
      else clearEndedSession(request, reply, config)
    }
    if (!endpoint) return
    refuseWrongAccess(endpoint, request.sessionUser, config)
    const user = request.sessionUser
    // The proof is asked for before the captcha token is used up, so that the same request can be sent again after it.
    const { needsRecentProof } = endpoint
    if (
      user &&
      (needsRecentProof === true ||
        (needsRecentProof === 'ofFactor' && user.secondFactorSince !== null) ||
        (await needsProof?.(request, user)))
    )
      requireRecentProof(user)
    await checkCaptcha(request, services.captcha)
  })
  // The change of a user may have been made by another process. Its notification arrives before that of this process.
  const waitForChanges = callbackify(async () => invalidation?.waitForOwnWrites())
  server.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.config.isPublic?.(request)) {
      if (hasOwnChange(request.headers)) waitForChanges(error => done(error ?? undefined))
      else done()
    } else check(request, reply, error => done(error ?? undefined))
  })

  // A response to a change waits until this process has dropped the outdated cache entries, so that users see their own
  // changes at once.
  server.addHook('onSend', (request, reply, payload, done) => {
    const { endpoint, changesPublicData } = request.routeOptions.config
    // A GET request that redirects may have changed something, such as the OAuth callback that links a MercadoPago
    // account.
    const isChange =
      endpoint &&
      // No page shows an upload before a product takes its file.
      !endpoint.tus &&
      (endpoint.access !== 'public' || changesPublicData) &&
      (endpoint.method !== 'GET' || reply.statusCode >= 300)
    if (isChange && reply.statusCode < 400) {
      markOwnChange(reply, config.secureCookies)
      waitForChanges(error => (error ? done(error) : done(null, payload)))
    } else done(null, payload)
  })

  server.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unknown' } = request.routeOptions
    const { statusCode: status, elapsedTime: ms } = reply
    recordResponse({ method: request.method, route, status, id: request.id, ms })
    done()
  })
}

/**
 * Verifies the captcha of a request that needs one.
 * @throws ApiError ERROR_CAPTCHA_FAILED if the captcha is missing or invalid
 */
async function checkCaptcha(request: FastifyRequest, captcha: Captcha): Promise<void> {
  const { endpoint } = request.routeOptions.config
  if (!endpoint?.captcha || !needsCaptcha(endpoint, request.body)) return
  const { action, in: part } = endpoint.captcha
  const answer =
    part === 'header'
      ? readCaptchaToken(request)
      : (request.body as { googleRecaptchaToken?: unknown } | undefined)?.googleRecaptchaToken
  const token = typeof answer === 'string' ? answer : undefined
  if (!(await captcha.verify(token, action, request.ip)))
    throw new ApiError('ERROR_CAPTCHA_FAILED', action)
}
