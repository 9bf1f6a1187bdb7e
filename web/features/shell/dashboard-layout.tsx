import { Outlet } from 'react-router'
import { getUser } from '#contract/accounts.ts'
import { getProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { pageContext } from '../../page-context.ts'
import type { Route } from './+types/dashboard-layout'
import { DashboardShell } from './dashboard-shell.tsx'
import { LazyErrorPage } from '../errors/lazy-error-page.tsx'

/**
 * Who stands behind the counter. The server has sent the others away before this; an answer that
 * fails leaves the frame without a name.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(pageContext)
  const [user, profile] = await Promise.all([call(getUser, {}), call(getProfile, {})])
  return {
    user: user.ok ? user.body : null,
    username: profile.ok ? profile.body.username : undefined,
  }
}

/** Layout of the dashboard. */
export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
  const { user, username } = loaderData
  return (
    <DashboardShell username={username} admin={user?.roles.includes('admin')}>
      <Outlet />
    </DashboardShell>
  )
}

export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  return (
    <DashboardShell username={loaderData?.username}>
      <LazyErrorPage title={m.error_title()} subtitle={m.error_dashboard()} />
    </DashboardShell>
  )
}
