import { Outlet } from 'react-router'
import { LazyErrorPage } from '../errors/lazy-error-page.tsx'
import { PublicShell } from './public-shell.tsx'

/** Layout of the public pages with the navigation bar. */
export default function PublicLayout() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  )
}

export function ErrorBoundary() {
  return (
    <PublicShell>
      <LazyErrorPage />
    </PublicShell>
  )
}
