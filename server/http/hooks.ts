import { callbackify } from 'node:util'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { paymentWebhook } from '#contract/orders.ts'
import type { Captcha } from '../integrations/captcha/captcha.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { visitorOf } from '../features/accounts/request-context.ts'
import { findSession } from '../features/accounts/queries.ts'
import { ApiError } from './api-error.ts'
import type { CallCount } from './rate-limit/in-memory.ts'
import type { Changes } from '../cache/changes.ts'
import { Door } from '../cache/door.ts'
import type { Copies } from '../cache/store.ts'
import { refuseCrossSite, refuseWrongAccess } from './guards.ts'
import { resolveLanguage } from './language.ts'
import { routeOf } from './endpoint.ts'
import { type Limit, type Limiter, addressKey } from './rate-limit/limiter.ts'
import { hashToken, readSessionCookie } from './session-cookie.ts'
import type { Told } from './access-log.ts'

/** What no call of the contract answers. */
export const NO_ROUTE = '/api/*'

/** By the route that was found, not by how its address was spelled. */
function isCall(request: FastifyRequest): boolean {
  return routeOf(request).url?.startsWith('/api/') ?? false
}

/** The general limit counts calls of visitors: not the provider's notices, not a page's own, not files. */
function isCounted(request: FastifyRequest, internalKey: string): boolean {
  return (
    isCall(request) &&
    request.headers['x-internal-key'] !== internalKey &&
    routeOf(request).config.endpoint !== paymentWebhook
  )
}

/** What the door asks before it answers in the router's place, by the same count of calls. */
export function createDoor(copies: Copies, config: Config, calls: CallCount, told: Told): Door {
  const { oldHosts, trustProxy, language } = config
  const trust = trustProxy ? proxyAddr.compile(trustProxy.split(/ *, */)) : undefined
  return new Door({
    copies,
    languageOf: headers => resolveLanguage(headers, language),
    mayPass(request, route) {
      const { host = '', 'x-forwarded-host': forwarded } = request.headers
      if (oldHosts.length > 0 && (forwarded !== undefined || oldHosts.includes(host))) return false
      if (!route.startsWith('/api/')) return true
      const ip = trust ? proxyAddr(request, trust) : (request.socket.remoteAddress ?? '')
      return calls.count(addressKey(ip)) === undefined
    },
    toldOf: route => told('GET', route, 200),
  })
}

/**
 * The checks before every call, in the order of the API document. Hooks that mostly have nothing to wait for are
 * written with callbacks: what is kept in memory is answered in some thirty millionths of a second, and each promise
 * would take one of them.
 */
export function installChecks(
  server: FastifyInstance,
  {
    config,
    db,
    captcha,
    limiter,
    changes,
    calls,
    told,
  }: {
    config: Config
    db: Database
    captcha: Captcha
    limiter: Limiter
    changes: Changes | undefined
    calls: CallCount
    told: Told
  },
): void {
  server.decorateRequest('locale', 'es')
  server.decorateRequest('sessionUser', undefined)
  server.decorateRequest('foundRoute', undefined)

  const spend = callbackify((limit: Limit, who: string) => limiter.spend(limit, who))
  const judged = callbackify(judge)
  const settled = callbackify(async () => changes?.settle())

  let isWarned = config.trustProxy !== undefined
  server.addHook('onRequest', (request, reply, done) => {
    // What was linked under an old address is found under this one.
    if (config.oldHosts.length > 0 && config.oldHosts.includes(request.host)) {
      void reply.redirect(`${config.publicOrigin}${request.url}`, 308)
      return
    }
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      request.log.warn('X-Forwarded-For came while TRUST_PROXY is off: limits count what sent it')
    }
    request.locale = resolveLanguage(request.headers, config.language)
    reply.header('x-content-type-options', 'nosniff')
    if (config.secureCookies) reply.header('strict-transport-security', 'max-age=31536000')
    if (isCall(request)) reply.header('cache-control', 'no-store')
    const { endpoint, limit, countedAs } = routeOf(request).config
    try {
      if (routeOf(request).url === NO_ROUTE) throw new ApiError('UNKNOWN_ERROR', 'no such route')
      if (endpoint !== paymentWebhook) refuseCrossSite(request, config)
      if (isCounted(request, server.internalKey)) refuseTooMany(calls.count(addressKey(request.ip)))
    } catch (error) {
      done(error as Error)
      return
    }
    if (limit && !countedAs) spend(limit, addressKey(request.ip), error => done(error ?? undefined))
    else done()
  })

  server.addHook('preValidation', (request, _reply, done) => {
    if (routeOf(request).config.isShared?.(request)) done()
    else judged(request, error => done(error ?? undefined))
  })

  async function judge(request: FastifyRequest): Promise<void> {
    const { endpoint, limit, countedAs } = routeOf(request).config
    // Who is counted may depend on what they sent, which is there from here on.
    if (limit && countedAs) await limiter.spend(limit, await countedAs(request))
    const token = readSessionCookie(request, config)
    const needsSession = endpoint !== undefined || routeOf(request).url === '/*'
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
  }

  // Who changed something sees it changed: the answer waits until this process knows.
  server.addHook('onSend', (request, reply, payload, done) => {
    const { endpoint } = routeOf(request).config
    // A GET that leads on has done something too: the link to MercadoPago ends in one.
    const isChange =
      endpoint &&
      endpoint.access !== 'public' &&
      (endpoint.method !== 'GET' || reply.statusCode >= 300)
    if (isChange && reply.statusCode < 400)
      settled(error => (error ? done(error) : done(null, payload)))
    else done(null, payload)
  })

  server.addHook('onResponse', (request, reply, done) => {
    const { url = 'unknown' } = routeOf(request)
    told(request.method, url, reply.statusCode)(reply.elapsedTime, request.id)
    done()
  })
}

/** @throws ApiError ERROR_TOO_MANY_REQUESTS where there are seconds to wait */
function refuseTooMany(retryAfter: number | undefined): void {
  if (retryAfter !== undefined)
    throw new ApiError('ERROR_TOO_MANY_REQUESTS', 'any call', { retryAfter })
}
