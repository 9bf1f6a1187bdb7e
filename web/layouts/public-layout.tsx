import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { LazyErrorPage } from '../shared/errors/lazy-error-page.tsx'
import { Awning } from '../ui/brand/awning.tsx'
import { Asleep, later } from '../ui/hydrate-on-interaction.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Content, SkipLink } from './main-landmark.tsx'
import { Opening } from './navigation-loader.tsx'

const HelpButton = later(() =>
  import('../features/support/help-button.tsx').then(module => module.HelpButton),
)

/** Layout of the public pages with the navigation bar. */
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
      <Asleep>
        <Header />
      </Asleep>
      <Content>{children}</Content>
      <Asleep>
        <Footer />
        <Opening />
      </Asleep>
      <HelpButton />
    </div>
  )
}
