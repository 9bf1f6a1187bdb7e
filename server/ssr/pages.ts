import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RouterContextProvider, type ServerBuild, createRequestHandler } from 'react-router'
import { type Caller, type Endpoint, addressOf } from '#contract/core/endpoint.ts'
import { isErrorCode } from '#contract/core/errors.ts'
import type { Locale } from '#messages/runtime'
import type { Config } from '../config.ts'
import { answerWith } from '../cache/answer.ts'
import { Spellings } from '../cache/spellings.ts'
import type { Copy, Made } from '../cache/store.ts'
import { contentSecurityPolicy } from '../http/content-security-policy.ts'
import { languageCookie } from '../http/language.ts'
import { TAGS_HEADER } from '../http/endpoint.ts'
import { hintCookie } from '../http/session-cookie.ts'
import { serveAssets } from './assets.ts'
import { sealPage } from './csp-hashes.ts'

/** What `web/entry.server.tsx` exports. The key comes out of the build, or React Router would not know it. */
interface WebEntry {
  pageContext: Parameters<RouterContextProvider['set']>[0]
  runWithLocale: <T>(locale: Locale, work: () => T) => T
  /** The address under which a page that is the same for everyone is kept. */
  publicPage: (address: string) => { address: string } | undefined
}

export interface PagesDeps {
  config: Config
  /** Folder of the web's build: `client` and `server` below it. */
  buildDir: string
}

/** Mounts the web's build: its hashed assets, and as the last GET of all its pages. */
export async function pages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const { config, buildDir } = deps
  const build = (await import(pathToFileURL(join(buildDir, 'server/index.js')).href)) as ServerBuild
  const { pageContext, runWithLocale, publicPage } = build.entry.module as unknown as WebEntry
  const handle = createRequestHandler(build, 'production')
  const { copies } = app
  const spellings = new Spellings<{ address: string | undefined }>()

  await serveAssets(app, join(buildDir, 'client/assets'))

  app.decorateRequest('publicAddress', undefined)

  /** The language's own address: nothing else of the request reaches a page that is kept. */
  async function render(locale: Locale, request: Request, visitor: Visitor): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(pageContext, {
      call: visitor.call,
      locale,
      origin: config.publicOrigin,
      brand: config.brandName,
      viewer: visitor.viewer,
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
      nonce: visitor.nonce,
    })
    return runWithLocale(locale, () => handle(request, context))
  }

  /** A page for nobody in particular, with what it was made from. */
  async function makePublic(locale: Locale, address: string): Promise<Made> {
    const nonce = randomBytes(24).toString('hex')
    const madeFrom = new Set<string>()
    let isWhole = true
    const call = callerFor(app, { cookie: `lang=${locale}` }, (status, tags) => {
      if (status >= 400 || tags === undefined) isWhole = false
      for (const tag of tags?.split(',') ?? []) if (tag) madeFrom.add(tag)
    })
    const request = new Request(config.publicOrigin + address)
    const page = await render(locale, request, { call, viewer: undefined, nonce })
    const { html, hashes } = sealPage(await page.text(), nonce)
    return {
      status: page.status,
      body: html,
      headers: {
        ...Object.fromEntries(page.headers),
        'content-language': locale,
        'content-security-policy': contentSecurityPolicy({ scripts: hashes, config }),
        'referrer-policy': 'strict-origin-when-cross-origin',
      },
      tags: page.status === 200 && isWhole ? [...madeFrom] : undefined,
    }
  }

  app.get('/*', { config: { isShared } }, (request, reply) => {
    const locale = chosenLanguage(request) ?? request.locale
    rememberLanguage(request, reply, config)
    const address = request.publicAddress
    if (address === undefined) return answerVisitor(locale, request, reply)
    const key = `${locale} ${address}`
    const answer = (copy: Copy) => answerWith(copies, copy, request, reply)
    const found = copies.find(key, () => makePublic(locale, address))
    return found instanceof Promise ? found.then(answer) : answer(found)
  })

  /** A page for whoever asks, and nobody else. */
  async function answerVisitor(
    locale: Locale,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const nonce = randomBytes(16).toString('base64')
    const page = await render(locale, toWebRequest(request, config), {
      call: callerFor(app, asVisitor(locale, request)),
      viewer: request.sessionUser && {
        isVerified: request.sessionUser.isVerified,
        roles: request.sessionUser.roles,
      },
      nonce,
    })
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy({ scripts: [`nonce-${nonce}`], config }),
      'referrer-policy': hasToken(request.url) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    })
    return send(reply, page)
  }

  /** Decides once, before any session is looked up. */
  function isShared(request: FastifyRequest): boolean {
    const { address } = spellings.meaning(request.raw.url ?? '', () => ({
      address: publicPage(pathOf(request))?.address,
    }))
    request.publicAddress = address
    return address !== undefined
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    publicAddress: string | undefined
  }
}

/** Whoever a page is made for. */
interface Visitor {
  call: Caller
  viewer: { isVerified: boolean; roles: readonly string[] } | undefined
  nonce: string
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

/** How a call looks that is made for somebody: nobody in particular but for the cookie. */
interface CallLook {
  cookie: string
  address?: string
  userAgent?: string | undefined
}

function asVisitor(locale: Locale, { headers, ip }: FastifyRequest): CallLook {
  const others = (headers.cookie ?? '')
    .split(/; */)
    .filter(pair => pair && !pair.startsWith('lang='))
  return {
    cookie: [`lang=${locale}`, ...others].join('; '),
    address: ip,
    userAgent: headers['user-agent'],
  }
}

/**
 * Lets loaders make calls of the contract in-process, in somebody's name.
 * @param heard told of each answer: its status, and its tags where it was one that is kept
 */
function callerFor(
  app: FastifyInstance,
  { cookie, address = '127.0.0.1', userAgent = '' }: CallLook,
  heard: (status: number, tags: string | undefined) => void = () => undefined,
): Caller {
  const call = async (endpoint: Endpoint, input: { params?: object; query?: object }) => {
    const reply = await app.inject({
      method: 'GET',
      url: `/api${addressOf(endpoint, { ...input.params }, { ...input.query })}`,
      // As the visitor, so that their session is not seen to be used from here.
      remoteAddress: address,
      headers: {
        cookie,
        'x-internal-key': app.internalKey,
        'user-agent': userAgent,
      },
    })
    const tags = reply.headers[TAGS_HEADER]
    heard(reply.statusCode, typeof tags === 'string' ? tags : undefined)
    const body: unknown = reply.body === '' ? undefined : reply.json()
    if (reply.statusCode < 400) return { ok: true, status: reply.statusCode, body }
    const code = (body as { code?: unknown } | undefined)?.code
    return { ok: false, status: reply.statusCode, code: isErrorCode(code) ? code : 'UNKNOWN_ERROR' }
  }
  return call as Caller
}
