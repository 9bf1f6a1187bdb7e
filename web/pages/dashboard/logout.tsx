import * as m from '#messages'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { useSignOut } from '#web/features/accounts/use-sign-out.ts'
import { requireAccess } from '#web/shared/access.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/logout'

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'dashboardLogout', url)
  return null
}

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.nav_logout(), { hidden: true })

/** The logout page for sellers. Other users are redirected to the home page without being signed out. */
export default function DashboardLogoutPage() {
  useSignOut()
  return <OutcomePage art="closedKiosk" title={m.logout_progress()} lead={null} />
}
