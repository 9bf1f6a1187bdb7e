import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Locale } from '#messages/runtime'
import type { RenderedResponse } from '../cache/response-cache.ts'
import { sendCachedResponse } from '../cache/send-cached.ts'
import type { Config } from '../config.ts'
import { buildContentSecurityPolicy } from '../http/content-security-policy.ts'
import { lacksSecondFactor } from '../http/hooks/guards.ts'
import { buildLanguageCookie } from '../http/hooks/language.ts'
import { hasOwnChange } from '../http/hooks/own-changes.ts'
import { replaceNonceWithHashes } from './csp-hashes.ts'
import {
  createAnonymousIdentity,
  createLoaderClient,
  createVisitorIdentity,
} from './loader-client.ts'
import { type WebEntry, type WebBuildLoader, createPageRenderer, readWebEntry } from './render.ts'

/** Loads the web app's build from `buildDir`. */
export async function loadWebBuild(buildDir: string): Promise<WebBuildLoader> {
  const build = (await import(pathToFileURL(join(buildDir, 'server/index.js')).href)) as ServerBuild
  const { findPublicPage } = build.entry.module as unknown as WebEntry
  return {
    loadBuild: () => Promise.resolve(build),
    publicAddress: address => findPublicPage(address)?.address,
    assetsDir: join(buildDir, 'client/assets'),
    isDevelopment: false,
  }
}

/** Serves the web app's pages for every GET request that no other route handles. */
export function registerPages(app: FastifyInstance, config: Config, web: WebBuildLoader): void {
  const { frontCache, renderLimits } = app
  const render = createPageRenderer(web, config)
  app.decorateRequest('publicAddress', undefined)

  /**
   * Renders a page that is the same for every visitor. Only the canonical URL of the request is used, so that no other
   * part of the request can change the cached page. A visitor who has just changed something gets it from the primary
   * database.
   */
  async function renderPublic(
    locale: Locale,
    address: string,
    hasChanged: boolean,
  ): Promise<RenderedResponse> {
    const nonce = randomBytes(24).toString('hex')
    const tags = new Set<string>()
    let isCacheable = true
    let isFound = true
    const call = createLoaderClient(
      app,
      createAnonymousIdentity(locale, hasChanged),
      (status, responseTags) => {
        if (status === 404) isFound = false
        else if (status >= 400 || responseTags === undefined) isCacheable = false
        for (const tag of responseTags?.split(',') ?? []) if (tag) tags.add(tag)
      },
    )
    const request = new Request(config.publicOrigin + address)
    let hasVideo = false
    const allowVideoPlayers = () => (hasVideo = true)
    const visitor = { locale, call, viewer: undefined, nonce, allowVideoPlayers }
    const page = await render(request, visitor)
    const { html, hashes } = replaceNonceWithHashes(await page.text(), nonce)
    return {
      status: page.status,
      body: html,
      headers: {
        ...Object.fromEntries(page.headers),
        'content-language': locale,
        'content-security-policy': buildContentSecurityPolicy({
          scripts: hashes,
          hasVideo,
          config,
        }),
        'referrer-policy': 'strict-origin-when-cross-origin',
      },
      tags: isCacheable && hasKnownTags(page.status, isFound) ? [...tags] : undefined,
    }
  }

  /** Renders a page for one visitor. */
  async function sendOwnPage(locale: Locale, request: FastifyRequest, reply: FastifyReply) {
    const nonce = web.isDevelopment ? undefined : randomBytes(16).toString('base64')
    let hasVideo = false
    const page = await renderLimits.answer(request, () =>
      render(toWebRequest(request, config), {
        locale,
        call: createLoaderClient(app, createVisitorIdentity(locale, request)),
        viewer: request.sessionUser && {
          isVerified: request.sessionUser.isVerified,
          roles: request.sessionUser.roles,
          lacksSecondFactor: lacksSecondFactor(request.sessionUser, config.adminSecondFactor),
        },
        nonce,
        allowVideoPlayers: () => (hasVideo = true),
      }),
    )
    if (nonce)
      reply.header(
        'content-security-policy',
        buildContentSecurityPolicy({ scripts: [`nonce-${nonce}`], hasVideo, config }),
      )
    const { TOKEN_PATHS } = await readWebEntry(web)
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': hasToken(request.url, TOKEN_PATHS)
        ? 'no-referrer'
        : 'strict-origin-when-cross-origin',
    })
    reply.code(page.status)
    for (const [name, value] of page.headers) if (!reply.hasHeader(name)) reply.header(name, value)
    return reply.send(page.body ? Readable.fromWeb(page.body as never) : '')
  }

  app.get('/*', { config: { isPublic } }, async (request, reply) => {
    const chosen = chosenLanguage(request)
    const locale = chosen ?? request.locale
    if (chosen) setLanguageCookie(reply, chosen, config)
    request.locale = locale
    const { publicAddress } = request
    if (publicAddress === undefined) return sendOwnPage(locale, request, reply)
    const entry = await renderLimits.getOrRender(request, `${locale} ${publicAddress}`, () =>
      renderPublic(locale, publicAddress, hasOwnChange(request.headers)),
    )
    // A redirect keeps the query of the request, which a page that is the same for every visitor does not know.
    if (isRedirect(entry.status)) return sendOwnPage(locale, request, reply)
    if (entry.tags && !chosen) frontCache.remember(request, reply, entry)
    return sendCachedResponse(entry, request, reply)
  })

  /** Stores the canonical URL in the request if the requested page is public, before a session is looked up. */
  function isPublic(request: FastifyRequest): boolean {
    request.publicAddress = web.publicAddress(pathOf(request))
    return request.publicAddress !== undefined
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The canonical URL of the requested page, if the page is the same for every visitor. */
    publicAddress: string | undefined
  }
}

/**
 * Tells whether the tags of a page's calls tell when it changes. What was not found has no tags. A page that is gone is
 * one of something that has them, but was not found where it is offered.
 */
const hasKnownTags = (status: number, isFound: boolean): boolean =>
  (status === 200 && isFound) || status === 410

/** A redirect of a page has a status of 3xx, one of its loader data the status 202 of React Router. */
const isRedirect = (status: number): boolean => status === 202 || (status >= 300 && status < 400)

function toWebRequest(request: FastifyRequest, { publicOrigin }: Config): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  return new Request(publicOrigin + pathOf(request), { method: request.method, headers })
}

/**
 * Returns the path and query of a request. The result never names another host: the path `//evil.test` becomes
 * `/evil.test`.
 */
function pathOf({ raw }: FastifyRequest): string {
  return `/${(raw.url ?? '').replace(/^(https?:\/\/[^/]*)?\/+/i, '')}`
}

/** Tells whether the URL of a page contains a secret token: in its path, or that of an order in its query. */
const hasToken = (url: string, tokenPaths: readonly string[]): boolean =>
  tokenPaths.some(path => url.startsWith(path)) || /[?&]order=/.test(url)

/** Returns the language that the parameter `?lang=` requests. The caller then stores the language in a cookie. */
function chosenLanguage({ query }: FastifyRequest): Locale | undefined {
  const { lang } = query as { lang?: unknown }
  return lang === 'es' || lang === 'en' ? lang : undefined
}

function setLanguageCookie(reply: FastifyReply, locale: Locale, config: Config): void {
  const { name, value, options } = buildLanguageCookie(locale, config.secureCookies)
  reply.setCookie(name, value, options)
}
