import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { LazyErrorPage } from '../shared/errors/lazy-error-page.tsx'
import { Awning } from '../ui/brand/awning.tsx'
import { HydrateWhenIdle, lazyWhenIdle } from '../ui/hydrate-when-idle.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MainLandmark, SkipLink } from './main-landmark.tsx'
import { NavigationLoader } from './navigation-loader.tsx'

const HelpButton = lazyWhenIdle(() =>
  import('../features/support/help-button.tsx').then(module => module.HelpButton),
)

/** The layout of the public pages that have the navigation bar. */
export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  )
}

export function ErrorBoundary() {
  return (
    <PublicFrame>
      <LazyErrorPage />
    </PublicFrame>
  )
}

function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Awning />
      <HydrateWhenIdle>
        <Header />
      </HydrateWhenIdle>
      <MainLandmark>{children}</MainLandmark>
      <HydrateWhenIdle>
        <Footer />
        <NavigationLoader />
      </HydrateWhenIdle>
      <div className="bg-tint/55">
        <HelpButton />
      </div>
    </div>
  )
}
