import * as m from '#messages'
import { pageTitle } from '../shell/page-title.ts'
import { requireAccess } from '../shell/access.ts'
import type { Route } from './+types/admin'

export const meta: Route.MetaFunction = args => pageTitle(args, m.nav_admin(), { hidden: true })

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'admin', url)
  return null
}

/** States who this place is for. Source: specification, what the product does. */
export default function Admin() {
  return (
    <header>
      <h1 className="text-title">{m.nav_admin()}</h1>
      <p className="mt-2.5 max-w-[36em] text-lead text-soft">{m.admin_statement()}</p>
    </header>
  )
}
