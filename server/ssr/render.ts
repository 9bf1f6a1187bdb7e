import { RouterContextProvider, type ServerBuild, createRequestHandler } from 'react-router'
import type { ApiCaller } from '#contract/core/endpoint.ts'
import type { Locale } from '#messages/runtime'
import type { Config } from '../config.ts'
import { getSignedInCookieName } from '../http/session-cookie.ts'

/** Supplies the server build of the web app: from the built files, or from Vite during development. */
export interface WebBuildLoader {
  /**
   * Loads the build. The method is called for every page, since Vite returns a new build after a change of the sources.
   */
  loadBuild(): Promise<ServerBuild>
  /** Returns the canonical URL under which a public page is cached; undefined for pages that are not public. */
  publicAddress(address: string): string | undefined
  /** The folder of the built scripts and styles; undefined during development, when Vite serves them. */
  assetsDir?: string
  /**
   * True during development, when pages can change at any time. Pages are then rendered without a content security
   * policy and are not cached.
   */
  isDevelopment: boolean
}

/**
 * The exports of `web/entry.server.tsx` in the build. They are read from the build because React Router only accepts a
 * context key of the same build.
 */
export interface WebEntry {
  pageContext: Parameters<RouterContextProvider['set']>[0]
  runWithLocale: <T>(locale: Locale, work: () => T) => T
  findPublicPage: (address: string) => { address: string } | undefined
  /** The paths of the public pages without parameters, which the sitemap lists. */
  STATIC_PUBLIC_PATHS: readonly string[]
  /** The beginnings of the paths of pages whose path ends with a secret token. */
  TOKEN_PATHS: readonly string[]
}

/** Reads the exports of `web/entry.server.tsx` from the build. */
export async function readWebEntry(web: WebBuildLoader): Promise<WebEntry> {
  const { entry } = await web.loadBuild()
  return entry.module as unknown as WebEntry
}

/** The visitor for whom a page is rendered, and the client for the visitor's API calls. */
export interface PageVisitor {
  locale: Locale
  call: ApiCaller
  viewer: { isVerified: boolean; roles: readonly string[]; lacksSecondFactor: boolean } | undefined
  /**
   * The nonce of the page's inline scripts; undefined during development, when React would report a mismatch between
   * server and browser.
   */
  nonce: string | undefined
  /** Called if the page shows players of videos, which its content security policy has to allow. */
  allowVideoPlayers: () => void
}

export type PageRenderer = (request: Request, page: PageVisitor) => Promise<Response>

/**
 * Creates the function that renders the web app's pages. The build is loaded when the first page is rendered, so that
 * the server starts quickly.
 */
export function createPageRenderer(web: WebBuildLoader, config: Config): PageRenderer {
  const mode = web.isDevelopment ? 'development' : 'production'
  let prepared: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined

  async function prepare() {
    const build = await web.loadBuild()
    if (prepared?.build !== build) prepared = { build, handle: createRequestHandler(build, mode) }
    return { handle: prepared.handle, entry: build.entry.module as unknown as WebEntry }
  }

  return async (request, { locale, call, viewer, nonce, allowVideoPlayers }) => {
    const { handle, entry } = await prepare()
    const context = new RouterContextProvider()
    context.set(entry.pageContext, {
      call,
      locale,
      origin: config.publicOrigin,
      brand: config.brandName,
      viewer,
      signedInCookie: getSignedInCookieName(config),
      commissionTiers: config.commissionTiers,
      currency: config.currency,
      withdrawal: config.withdrawal,
      productFileMaxBytes: config.productFileMaxBytes,
      scannedFileMaxBytes: config.scannedFileMaxBytes,
      sellerQuotaBytes: config.sellerQuotaBytes,
      features: {
        ...(config.chat && { chatUrl: config.chat.url }),
        ...(config.analytics && { analytics: config.analytics }),
        devPages: !config.production,
        googleSignIn: config.google !== undefined,
        ...(config.captcha.recaptcha && { recaptchaSiteKey: config.captcha.recaptcha.siteKey }),
      },
      termsUrl: config.termsPdfUrl,
      privacyUrl: config.privacyPdfUrl,
      allowVideoPlayers,
      ...(nonce && { nonce }),
    })
    return entry.runWithLocale(locale, () => handle(request, context))
  }
}
