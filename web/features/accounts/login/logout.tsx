import type { Route } from './+types/logout'
import * as m from '#messages'
import { pageTitle } from '../../shell/page-title.ts'
import { NoticePage } from '../auth-page.tsx'
import { useSignOut } from './use-sign-out.ts'

export const meta: Route.MetaFunction = args => pageTitle(args, m.nav_logout(), { hidden: true })

/** Signs out and goes home. */
export default function Logout() {
  useSignOut()
  return <NoticePage art="closing" title={m.logout_progress()} lead={null} />
}
