import type { FastifyInstance, FastifyRequest } from 'fastify'
import { paymentWebhook } from '#contract/sales.ts'
import type { Captcha } from './adapters/captcha/captcha.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import { visitorOf } from './features/accounts/browser.ts'
import { findSession } from './features/accounts/queries.ts'
import { ApiError } from './http/api-error.ts'
import type { Changes } from './http/copies/changes.ts'
import { refuseCrossSite, refuseWrongAccess } from './http/guards.ts'
import { resolveLanguage } from './http/language.ts'
import { type Limiter, addressKey } from './http/rate-limit.ts'
import { hashToken, readSessionCookie } from './http/session-cookie.ts'

/** By the route that was found, not by how its address was spelled. */
export function isCall(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/api/') ?? false
}

/** The checks before every call, in the order of the API document. */
export function installChecks(
  server: FastifyInstance,
  {
    config,
    db,
    captcha,
    limiter,
    changes,
  }: {
    config: Config
    db: Database
    captcha: Captcha
    limiter: Limiter
    changes: Changes | undefined
  },
): void {
  server.decorateRequest('locale', 'es')
  server.decorateRequest('sessionUser', undefined)

  let isWarned = config.trustProxy !== false
  server.addHook('onRequest', async (request, reply) => {
    // What was linked under an old address is found under this one.
    if (config.oldHosts.includes(request.host))
      return reply.redirect(`${config.publicOrigin}${request.url}`, 308)
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      request.log.warn('X-Forwarded-For came while TRUST_PROXY is off: limits count what sent it')
    }
    request.locale = resolveLanguage(request, config.language)
    reply.header('x-content-type-options', 'nosniff')
    if (config.secureCookies) reply.header('strict-transport-security', 'max-age=31536000')
    if (isCall(request)) reply.header('cache-control', 'no-store')
    const { endpoint, limit, countedAs } = request.routeOptions.config
    if (endpoint !== paymentWebhook) refuseCrossSite(request, config)
    if (limit && !countedAs) await limiter.spend(limit, addressKey(request.ip))
  })

  server.addHook('preValidation', async request => {
    const { endpoint, isShared, limit, countedAs } = request.routeOptions.config
    if (isShared?.(request)) return
    // Who is counted may depend on what they sent, which is there from here on.
    if (limit && countedAs) await limiter.spend(limit, await countedAs(request))
    const token = readSessionCookie(request, config)
    const needsSession = endpoint !== undefined || request.routeOptions.url === '/*'
    if (token && needsSession)
      request.sessionUser = await findSession(db, hashToken(token), visitorOf(request, config))
    if (!endpoint) return
    refuseWrongAccess(endpoint, request.sessionUser)
    if (!endpoint.captcha) return
    const { action, in: place } = endpoint.captcha
    const answer =
      place === 'header'
        ? request.headers['x-recaptcha-token']
        : (request.body as { googleRecaptchaToken?: unknown } | undefined)?.googleRecaptchaToken
    const passed = await captcha.verify(
      typeof answer === 'string' ? answer : undefined,
      action,
      request.ip,
    )
    if (!passed) throw new ApiError('ERROR_CAPTCHA_FAILED', action)
  })

  // Who changed something sees it changed: the answer waits until this process knows.
  server.addHook('onSend', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    const isChange = endpoint && endpoint.access !== 'public' && endpoint.method !== 'GET'
    if (isChange && reply.statusCode < 400) await changes?.settle()
  })

  server.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: that may hold a secret link.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
