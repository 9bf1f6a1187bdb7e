import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { lazy, Suspense, use, type ReactNode } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router'
import * as m from '#messages'
import { getLocale } from '#messages/runtime'
import type { Route } from './+types/root'
import { buildHeadScript } from './head-script.ts'
import { NonceContext } from './nonce.ts'
import { pageContext } from './page-context.ts'
import { paths } from './paths.ts'
import { type SiteSettings, useSiteSettings } from './shared/site.ts'
import { useHydrated } from './shared/use-hydrated.ts'
import { usePageAnalytics } from './shared/use-page-analytics.ts'
import { Awning } from './ui/brand/awning.tsx'
import favicon from './ui/brand/favicon.svg?url'
import { persistently } from './ui/load-code.ts'
import { useHydrationReplay } from './ui/pre-hydration-events.ts'
import { Toasts } from './ui/toasts/toasts.tsx'
import styles from './ui/styles.css?url'

const font = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href }) as const

export const links: Route.LinksFunction = () => [
  font(figtree),
  font(bricolage),
  { rel: 'icon', type: 'image/svg+xml', href: favicon },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** Loads the installation's settings, which are the same for every visitor, so that pages can be cached. */
export function loader({ context }: Route.LoaderArgs): SiteSettings {
  const page = context.get(pageContext)
  return {
    brand: page.brand,
    origin: page.origin,
    commissionTiers: page.commissionTiers,
    currency: page.currency,
    withdrawal: page.withdrawal,
    productFileMaxBytes: page.productFileMaxBytes,
    scannedFileMaxBytes: page.scannedFileMaxBytes,
    sellerQuotaBytes: page.sellerQuotaBytes,
    features: page.features,
    termsUrl: page.termsUrl,
    privacyUrl: page.privacyUrl,
    signedInCookie: page.signedInCookie,
  }
}

/** The root's data are never loaded again, because the settings do not change while a page is open. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext)
  const { signedInCookie } = useSiteSettings()
  useHydrationReplay()
  return (
    // The head script sets attributes on this element before hydration, so React must not report them as differences.
    <html lang={getLocale()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#d5381f" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // The script has run when React sees it, so the scripts of the browser leave it out.
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? buildHeadScript(signedInCookie) : '',
          }}
        />
        {/* React writes style sheets with a precedence before the links that load scripts. */}
        <link rel="stylesheet" href={styles} precedence="site" />
        <Meta />
        <Links />
      </head>
      <body>
        <noscript>
          <p className="wrap bg-warn-tint py-3 text-small">{m.scripts_needed()}</p>
        </noscript>
        {children}
        <Toasts
          texts={{
            label: m.toast_region(),
            persistentLabel: m.toast_lasting(),
            close: m.close(),
            offline: m.toast_offline(),
            online: m.toast_online(),
          }}
        />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** The code is loaded right after hydration, since it could not be loaded offline. */
const NavigationGuard = lazy(
  persistently(() =>
    import('./shared/errors/navigation-guard.tsx').then(module => ({
      default: module.NavigationGuard,
    })),
  ),
)

export default function Root() {
  usePageAnalytics()
  const isHydrated = useHydrated()
  return (
    <>
      <Outlet />
      {isHydrated && (
        <Suspense>
          <NavigationGuard />
        </Suspense>
      )}
    </>
  )
}

/**
 * Shows errors that no layout has caught. It needs no code that is loaded later. Source: specification, layouts and
 * access.
 */
export function ErrorBoundary() {
  const error = useRouteError()
  const detail = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`.trim()
    : error instanceof Error && error.message
  return (
    <>
      <title>{m.error_unexpected()}</title>
      <Awning />
      <main className="wrap py-16">
        <h1 className="text-title">{m.error_unexpected()}</h1>
        <p className="my-6 text-soft">{detail}</p>
        <a href={paths.home()} className="link">
          {m.go_home()}
        </a>
      </main>
    </>
  )
}
