import type { ReactNode } from 'react'
import { Link, Outlet } from 'react-router'
import { paths } from '../paths.ts'
import { LazyErrorPage } from '../shared/errors/lazy-error-page.tsx'
import { useSite } from '../shared/site.ts'
import { Awning } from '../ui/brand/awning.tsx'
import { Brand } from '../ui/brand/brand-mark.tsx'
import { later } from '../ui/hydrate-on-interaction.tsx'
import { Content, SkipLink } from './main-landmark.tsx'

const CartLink = later(() =>
  import('../features/orders/cart/cart-link.tsx').then(module => module.CartLink),
)
const Switches = later(() => import('./language-theme-toggles.tsx').then(module => module.Switches))
const HelpButton = later(() =>
  import('../features/support/help-button.tsx').then(module => module.HelpButton),
)
const Opening = later(() => import('./navigation-loader.tsx').then(module => module.Opening))
const Footer = later(() => import('./footer.tsx').then(module => module.Footer))

function BareShell({ children }: { children: ReactNode }) {
  const { brand } = useSite()
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
          <Switches />
          <CartLink />
        </span>
      </header>
      <Content>{children}</Content>
      <Footer />
      <HelpButton />
      <Opening />
    </div>
  )
}

/** Layout of the product and profile pages. It has no navigation bar. */
export default function BareLayout() {
  return (
    <BareShell>
      <Outlet />
    </BareShell>
  )
}

export function ErrorBoundary() {
  return (
    <BareShell>
      <LazyErrorPage />
    </BareShell>
  )
}
