import { RouterContextProvider, type ServerBuild, createRequestHandler } from 'react-router'
import type { ApiCaller } from '#contract/core/endpoint.ts'
import type { Locale } from '#messages/runtime'
import type { Config } from '../config.ts'
import { hintCookie } from '../http/session-cookie.ts'

/** Where the web's server build comes from: the built files, or Vite while developing. */
export interface WebSource {
  /** Called for every page: Vite returns a new build after a change. */
  loadBuild(): Promise<ServerBuild>
  /** The address under which a page that is the same for everyone is cached; undefined for other pages. */
  publicAddress(address: string): string | undefined
  /** True if pages may change at any time: they are rendered without a policy and not cached. */
  isDevelopment: boolean
}

/** What `web/entry.server.tsx` exports. React Router knows a context key only if it comes out of the build. */
export interface WebEntry {
  pageContext: Parameters<RouterContextProvider['set']>[0]
  runWithLocale: <T>(locale: Locale, work: () => T) => T
  publicPage: (address: string) => { address: string } | undefined
}

/** For whom a page is rendered. */
export interface PageViewer {
  locale: Locale
  call: ApiCaller
  viewer: { isVerified: boolean; roles: readonly string[] } | undefined
  /** Of the page's inline scripts; undefined while developing, when React would report a mismatch. */
  nonce: string | undefined
}

export type PageRenderer = (request: Request, page: PageViewer) => Promise<Response>

/** Renders the web's pages with React Router. The build is loaded with the first page, so that a start is quick. */
export function createPageRenderer(web: WebSource, config: Config): PageRenderer {
  const mode = web.isDevelopment ? 'development' : 'production'
  let prepared: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined

  async function prepare() {
    const build = await web.loadBuild()
    if (prepared?.build !== build) prepared = { build, handle: createRequestHandler(build, mode) }
    return { handle: prepared.handle, entry: build.entry.module as unknown as WebEntry }
  }

  return async (request, { locale, call, viewer, nonce }) => {
    const { handle, entry } = await prepare()
    const context = new RouterContextProvider()
    context.set(entry.pageContext, {
      call,
      locale,
      origin: config.publicOrigin,
      brand: config.brandName,
      viewer,
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
      ...(nonce && { nonce }),
    })
    return entry.runWithLocale(locale, () => handle(request, context))
  }
}
