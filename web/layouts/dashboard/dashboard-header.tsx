import { Link, useLocation } from 'react-router'
import * as m from '#messages'
import { NotificationBell, useUnreadCount } from '#web/features/notifications/notification-bell.tsx'
import { paths } from '#web/paths.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Avatar } from '#web/ui/brand/avatar.tsx'
import { Brand } from '#web/ui/brand/brand-mark.tsx'
import { Menu, MenuLink } from '#web/ui/overlays/menu.tsx'
import { Menu as MenuIcon } from '#web/ui/icons/menu.tsx'
import { LanguageLink, ThemeToggle } from '../language-theme-toggles.tsx'
import { LogoutLink } from '../logout-link.tsx'
import { getAdminLinks, isCurrentPage, getSellerLinks } from '../nav-links.ts'

/**
 * The header of the dashboard. On large screens it shows the toggles and the profile link, on small ones the brand and
 * a dropdown menu.
 */
export function DashboardHeader({
  username,
  isAdmin,
  logoutPath,
}: {
  username?: string
  isAdmin: boolean
  logoutPath: string
}) {
  const { brand } = useSiteSettings()
  const { pathname } = useLocation()
  const unread = useUnreadCount()
  const links = [...getSellerLinks(), ...(isAdmin ? getAdminLinks() : [])].filter(
    ({ to }) => !isCurrentPage(to, pathname),
  )
  return (
    <header className="flex h-[66px] items-center justify-between gap-3 px-[18px] md:px-9 lg:justify-end">
      <Link
        to={paths.home()}
        className="-ml-1 inline-flex min-h-touch items-center rounded-field px-1 lg:hidden"
      >
        <Brand name={brand} />
      </Link>
      <div className="hidden items-center gap-1 lg:flex">
        <LanguageLink />
        <ThemeToggle />
        <NotificationBell unread={unread} />
        <Link
          to={paths.dashboardProfile()}
          className="ml-1 inline-flex min-h-touch items-center gap-2.5 rounded-full py-1 pr-4 pl-1.5 font-[600] transition hover:bg-tint"
        >
          <Avatar />
          {/* The minimum width prevents a layout shift when the username is loaded. */}
          <span className="min-w-16">{username ?? m.nav_profile()}</span>
        </Link>
      </div>
      <NotificationBell unread={unread} className="ml-auto lg:hidden" />
      <Menu
        label={m.nav_menu()}
        button={<MenuIcon aria-hidden size={24} />}
        buttonClassName="-mr-2"
        className="lg:hidden"
      >
        <nav aria-label={m.nav_menu()} className="grid">
          {username && (
            <p className="flex items-center gap-2.5 px-3.5 py-2 font-[650]">
              <Avatar />@{username}
            </p>
          )}
          {links.map(({ to, label }) => (
            <MenuLink key={to} to={to}>
              {label}
            </MenuLink>
          ))}
          <hr className="mx-2 my-2 border-line" />
          <LogoutLink to={logoutPath} />
        </nav>
        <div className="mt-2 flex items-center justify-between border-t border-line pt-2">
          <LanguageLink />
          <ThemeToggle />
        </div>
      </Menu>
    </header>
  )
}
