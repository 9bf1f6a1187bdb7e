import { lazy, type ReactNode } from 'react'
import { Outlet } from 'react-router'
import { LazyErrorPage } from '../shared/errors/lazy-error-page.tsx'
import { ForMembers } from '../shared/for-members.tsx'
import { Awning } from '../ui/brand/awning.tsx'
import { lazyWhenIdle } from '../ui/hydrate-when-idle.tsx'
import { SlimHeader } from './bare/slim-header.tsx'
import { MainLandmark, SkipLink } from './main-landmark.tsx'
import { persistently } from '../ui/load-code.ts'

const OwnerBar = lazy(
  persistently(async () => ({
    default: (await import('./bare/owner-bar.tsx')).OwnerBar,
  })),
)
const HelpButton = lazyWhenIdle(() =>
  import('../features/support/help-button.tsx').then(module => module.HelpButton),
)
const NavigationLoader = lazyWhenIdle(() =>
  import('./navigation-loader.tsx').then(module => module.NavigationLoader),
)
const Footer = lazyWhenIdle(() => import('./footer.tsx').then(module => module.Footer))

function BareFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Awning />
      <SlimHeader />
      <ForMembers>
        <OwnerBar />
      </ForMembers>
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
