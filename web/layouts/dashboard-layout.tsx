import { Provider } from 'react-redux'
import { Outlet } from 'react-router'
import { getUser } from '#contract/accounts/user.ts'
import { getProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { store } from '../api/query.ts'
import { pageContext } from '../page-context.ts'
import { paths } from '../paths.ts'
import { requireAccess } from '../shared/access.ts'
import type { DashboardData } from '../shared/dashboard-user.ts'
import { LazyErrorPage } from '../shared/errors/lazy-error-page.tsx'
import { LogoLoader } from '../ui/brand/logo-loader.tsx'
import type { Route } from './+types/dashboard-layout'
import { DashboardShell } from './dashboard/dashboard-frame.tsx'
import { useKeptTheme } from './dashboard/use-account-theme.ts'
import { useReturnCheck } from './dashboard/use-bfcache-session-check.ts'
import { useSessionGuard } from './dashboard/use-session-guard.ts'

/**
 * Redirects visitors who may not see the dashboard, then loads the user and username for its frame. If a call fails,
 * the frame is shown without a name.
 */
export async function loader({ context, url }: Route.LoaderArgs): Promise<DashboardData> {
  const leaving = url.pathname === paths.dashboardLogout()
  requireAccess(context, leaving ? 'dashboardLogout' : 'dashboard', url)
  const { call } = context.get(pageContext)
  const [user, profile] = await Promise.all([call(getUser, {}), call(getProfile, {})])
  return {
    user: user.ok ? user.body : null,
    username: profile.ok ? profile.body.username : undefined,
    theme: profile.ok ? profile.body.themePreference : undefined,
  }
}

/** Layout of the dashboard. Its pages share one RTK Query cache. */
export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  const { user, username, theme } = loaderData
  useSessionGuard(user?.id)
  useKeptTheme(theme)
  const checking = useReturnCheck()
  return (
    <Provider store={store}>
      {checking && <LogoLoader over="at once" label={m.session_loader()} />}
      <div hidden={checking}>
        <DashboardShell username={username} admin={user?.roles.includes('admin')}>
          <Outlet />
        </DashboardShell>
      </div>
    </Provider>
  )
}

export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Provider store={store}>
      <DashboardShell
        username={loaderData?.username}
        admin={loaderData?.user?.roles.includes('admin')}
      >
        <LazyErrorPage title={m.error_title()} subtitle={m.error_dashboard()} />
      </DashboardShell>
    </Provider>
  )
}
