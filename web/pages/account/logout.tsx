import * as m from '#messages'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { useSignOut } from '#web/features/accounts/use-sign-out.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/logout'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.nav_logout(), { hidden: true })

/** Signs out and opens the home page. */
export default function LogoutPage() {
  useSignOut()
  return <OutcomePage art="closedKiosk" title={m.logout_progress()} lead={null} />
}
