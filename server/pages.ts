import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RouterContextProvider, type ServerBuild, createRequestHandler } from 'react-router'
import { type Caller, type Endpoint, addressOf } from '#contract/endpoint.ts'
import { isErrorCode } from '#contract/errors.ts'
import type { Locale } from '#messages/runtime'
import type { Config } from './config.ts'
import { contentSecurityPolicy } from './http/content-security-policy.ts'
import { languageCookie } from './http/language.ts'
import { hintCookie } from './http/session-cookie.ts'

/** What `web/entry.server.tsx` exports. The key comes out of the build, or React Router would not know it. */
interface WebEntry {
  pageContext: Parameters<RouterContextProvider['set']>[0]
  runWithLocale: <T>(locale: Locale, work: () => T) => T
}

export interface PagesDeps {
  config: Config
  /** Folder of the web's build: `client` and `server` below it. */
  buildDir: string
  /** Marks calls of a page being rendered, which no rate limit counts. */
  internalKey: string
}

/** Mounts the web's build: its hashed assets, and as the last GET of all its pages. */
export async function pages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const { config, buildDir } = deps
  const build = (await import(pathToFileURL(join(buildDir, 'server/index.js')).href)) as ServerBuild
  const { pageContext, runWithLocale } = build.entry.module as unknown as WebEntry
  const handle = createRequestHandler(build, 'production')

  await app.register(fastifyStatic, {
    root: join(buildDir, 'client/assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  })

  app.get('/*', async (request, reply) => {
    const locale = chosenLanguage(request) ?? request.locale
    const nonce = randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    context.set(pageContext, {
      call: callerFor(app, request, locale, deps),
      locale,
      origin: config.publicOrigin,
      brand: config.brandName,
      viewer: request.sessionUser && {
        isVerified: request.sessionUser.isVerified,
        roles: request.sessionUser.roles,
      },
      signedInCookie: hintCookie(config),
      commissionTiers: config.commissionTiers,
      currency: config.currency,
      productFileMaxBytes: config.productFileMaxBytes,
      features: {
        ...(config.chat && { chatUrl: config.chat.url }),
        ...(config.analytics && { analytics: config.analytics }),
        devPages: !config.production,
        googleSignIn: config.google !== undefined,
        ...(config.captcha.recaptcha && { recaptchaSiteKey: config.captcha.recaptcha.siteKey }),
      },
      termsUrl: config.termsPdfUrl,
      privacyUrl: config.privacyPdfUrl,
      nonce,
    })
    const page = await runWithLocale(locale, () => handle(toWebRequest(request, config), context))
    rememberLanguage(request, reply, config)
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy({ nonce, config }),
      'referrer-policy': hasToken(request.url) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    })
    return send(reply, page)
  })
}

function toWebRequest(request: FastifyRequest, { publicOrigin }: Config): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  return new Request(publicOrigin + pathOf(request), {
    method: request.method,
    headers,
  })
}

/** Never an address of another host: `//evil.test` is a path like any other. */
function pathOf({ raw }: FastifyRequest): string {
  return `/${(raw.url ?? '').replace(/^(https?:\/\/[^/]*)?\/+/i, '')}`
}

async function send(reply: FastifyReply, page: Response): Promise<FastifyReply> {
  reply.code(page.status)
  for (const [name, value] of page.headers) if (!reply.hasHeader(name)) reply.header(name, value)
  return reply.send(page.body ? Readable.fromWeb(page.body as never) : '')
}

/** Routes whose address holds a secret link. */
const TOKEN_ROUTES = /^\/(reset|set|verify|confirm-email-change|order)\/|[?&]order=/

function hasToken(url: string): boolean {
  return TOKEN_ROUTES.test(url)
}

/** `?lang=` shows that language once and for good. */
function chosenLanguage({ query }: FastifyRequest): Locale | undefined {
  const { lang } = query as { lang?: unknown }
  return lang === 'es' || lang === 'en' ? lang : undefined
}

function rememberLanguage(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const locale = chosenLanguage(request)
  if (!locale) return
  const { name, value, options } = languageCookie(locale, config.secureCookies)
  reply.setCookie(name, value, options)
}

/** Lets loaders make calls of the contract in-process, as the visitor and in the page's language. */
function callerFor(
  app: FastifyInstance,
  request: FastifyRequest,
  locale: Locale,
  { internalKey }: PagesDeps,
): Caller {
  const cookie = [
    `lang=${locale}`,
    ...(request.headers.cookie ?? '')
      .split(/; */)
      .filter(pair => pair && !pair.startsWith('lang=')),
  ].join('; ')
  const call = async (endpoint: Endpoint, input: { params?: object; query?: object }) => {
    const reply = await app.inject({
      method: 'GET',
      url: `/api${addressOf(endpoint, { ...input.params }, { ...input.query })}`,
      // As the visitor, so that their session is not seen to be used from here.
      remoteAddress: request.ip,
      headers: {
        cookie,
        'x-internal-key': internalKey,
        'user-agent': request.headers['user-agent'] ?? '',
      },
    })
    const body: unknown = reply.body === '' ? undefined : reply.json()
    if (reply.statusCode < 400) return { ok: true, status: reply.statusCode, body }
    const code = (body as { code?: unknown } | undefined)?.code
    return { ok: false, status: reply.statusCode, code: isErrorCode(code) ? code : 'UNKNOWN_ERROR' }
  }
  return call as Caller
}
