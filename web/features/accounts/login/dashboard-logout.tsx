import type { Route } from './+types/dashboard-logout'
import * as m from '#messages'
import { requireAccess } from '../../shell/access.ts'
import { pageTitle } from '../../shell/page-title.ts'
import { NoticePage } from '../auth-page.tsx'
import { useSignOut } from './use-sign-out.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'dashboardLogout', url)
  return null
}

export const meta: Route.MetaFunction = args => pageTitle(args, m.nav_logout(), { hidden: true })

/** Signing out behind the counter: for sellers; the others are sent home. */
export default function DashboardLogout() {
  useSignOut()
  return <NoticePage art="closing" title={m.logout_progress()} lead={null} />
}
