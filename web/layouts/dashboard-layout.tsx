import { Provider } from 'react-redux'
import { Outlet } from 'react-router'
import { getUser } from '#contract/accounts/user.ts'
import { getProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { reduxStore } from '../api/query.ts'
import { LazyUploads } from '#web/features/files/uploads/lazy-uploads.tsx'
import { pageContext } from '../page-context.ts'
import { paths } from '../paths.ts'
import { requireAccess } from '../shared/access.ts'
import type { DashboardData } from '../shared/dashboard-user.ts'
import { LazyErrorPage } from '../shared/errors/lazy-error-page.tsx'
import { LogoLoader } from '../ui/brand/logo-loader.tsx'
import type { Route } from './+types/dashboard-layout'
import { DashboardFrame } from './dashboard/dashboard-frame.tsx'
import { ProofDialog } from './dashboard/proof-dialog.tsx'
import { useAccountTheme } from './dashboard/use-account-theme.ts'
import { useBfcacheSessionCheck } from './dashboard/use-bfcache-session-check.ts'
import { useSessionGuard } from './dashboard/use-session-guard.ts'

/**
 * Redirects visitors who have no access to the dashboard, then loads the user and the username for the menu. If a call
 * fails, the dashboard is shown without the name.
 */
export async function loader({ context, url }: Route.LoaderArgs): Promise<DashboardData> {
  const isLogout = url.pathname === paths.dashboardLogout()
  requireAccess(context, isLogout ? 'dashboardLogout' : 'dashboard', url)
  const { call, viewer } = context.get(pageContext)
  const [user, profile] = await Promise.all([call(getUser, {}), call(getProfile, {})])
  return {
    user: user.ok ? user.body : null,
    username: profile.ok ? profile.body.username : undefined,
    theme: profile.ok ? profile.body.themePreference : undefined,
    canAdminister: viewer?.roles.includes('admin') === true && !viewer.lacksSecondFactor,
  }
}

/** The layout of the dashboard. All its pages share one RTK Query cache. */
export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  const { user, username, theme } = loaderData
  useSessionGuard(user?.id)
  useAccountTheme(theme)
  const isCheckingSession = useBfcacheSessionCheck()
  return (
    <Provider store={reduxStore}>
      <ProofDialog
        hasPassword={user?.hasPassword !== false}
        secondFactors={user?.secondFactor.methods ?? []}
      />
      {isCheckingSession && <LogoLoader over="at once" label={m.session_loader()} />}
      <div hidden={isCheckingSession}>
        <DashboardFrame username={username} isAdmin={user?.roles.includes('admin')}>
          <Outlet />
        </DashboardFrame>
        <LazyUploads userId={user?.id} />
      </div>
    </Provider>
  )
}

export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  return (
    <Provider store={reduxStore}>
      <DashboardFrame
        username={loaderData?.username}
        isAdmin={loaderData?.user?.roles.includes('admin')}
      >
        <LazyErrorPage title={m.error_title()} subtitle={m.error_dashboard()} />
      </DashboardFrame>
    </Provider>
  )
}
