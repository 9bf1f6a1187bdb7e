import type { ReactNode } from 'react'
import { Link, Outlet } from 'react-router'
import { paths } from '../paths.ts'
import { LazyErrorPage } from '../shared/errors/lazy-error-page.tsx'
import { useSiteSettings } from '../shared/site.ts'
import { Awning } from '../ui/brand/awning.tsx'
import { Brand } from '../ui/brand/brand-mark.tsx'
import { lazyOnInteraction } from '../ui/hydrate-on-interaction.tsx'
import { MainLandmark, SkipLink } from './main-landmark.tsx'

const CartLink = lazyOnInteraction(() =>
  import('../features/orders/cart/cart-link.tsx').then(module => module.CartLink),
)
const LanguageAndThemeToggles = lazyOnInteraction(() =>
  import('./language-theme-toggles.tsx').then(module => module.LanguageAndThemeToggles),
)
const HelpButton = lazyOnInteraction(() =>
  import('../features/support/help-button.tsx').then(module => module.HelpButton),
)
const NavigationLoader = lazyOnInteraction(() =>
  import('./navigation-loader.tsx').then(module => module.NavigationLoader),
)
const Footer = lazyOnInteraction(() => import('./footer.tsx').then(module => module.Footer))

function BareFrame({ children }: { children: ReactNode }) {
  const { brand } = useSiteSettings()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Awning />
      <header className="wrap flex h-[66px] items-center justify-between gap-2">
        <Link
          to={paths.home()}
          className="-ml-1 inline-flex min-h-touch min-w-0 items-center rounded-field px-1"
        >
          <Brand name={brand} className="min-w-0" />
        </Link>
        <span className="flex shrink-0 items-center">
          <LanguageAndThemeToggles />
          <CartLink />
        </span>
      </header>
      <MainLandmark>{children}</MainLandmark>
      <Footer />
      <div className="bg-tint/55">
        <HelpButton />
      </div>
      <NavigationLoader />
    </div>
  )
}

/** The layout of the product and profile pages, which have no navigation bar. */
export default function BareLayout() {
  return (
    <BareFrame>
      <Outlet />
    </BareFrame>
  )
}

export function ErrorBoundary() {
  return (
    <BareFrame>
      <LazyErrorPage />
    </BareFrame>
  )
}
