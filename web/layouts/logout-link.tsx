import { useLocation } from 'react-router'
import * as m from '#messages'
import { paths } from '../paths.ts'
import { cx } from '../ui/cx.ts'
import { MenuLink } from '../ui/overlays/menu.tsx'

/**
 * The logout link of the dropdown menus. It is highlighted while the sign-out runs. Source: specification, navigation.
 */
export function LogoutLink({ to }: { to: string }) {
  const { pathname } = useLocation()
  const isLoggingOut = pathname === paths.logout() || pathname === paths.dashboardLogout()
  return (
    <MenuLink to={to} className={cx(isLoggingOut && 'bg-bad-tint text-bad')}>
      {m.nav_logout()}
    </MenuLink>
  )
}
