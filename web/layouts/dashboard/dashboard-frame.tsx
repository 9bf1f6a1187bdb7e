import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import * as m from '#messages'
import { HelpButton } from '#web/features/support/help-button.tsx'
import { paths } from '#web/paths.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Awning } from '#web/ui/brand/awning.tsx'
import { Brand } from '#web/ui/brand/brand-mark.tsx'
import { cx } from '#web/ui/cx.ts'
import { Activity } from '#web/ui/icons/activity.tsx'
import { ChartNoAxesColumn } from '#web/ui/icons/chart-no-axes-column.tsx'
import { CircleHelp } from '#web/ui/icons/circle-help.tsx'
import { House } from '#web/ui/icons/house.tsx'
import { LifeBuoy } from '#web/ui/icons/life-buoy.tsx'
import { LogOut } from '#web/ui/icons/log-out.tsx'
import { Package } from '#web/ui/icons/package.tsx'
import { PlusCircle } from '#web/ui/icons/plus-circle.tsx'
import { ShieldCheck } from '#web/ui/icons/shield-check.tsx'
import { Store } from '#web/ui/icons/store.tsx'
import { User } from '#web/ui/icons/user.tsx'
import { Wrench } from '#web/ui/icons/wrench.tsx'
import type { IconComponent } from '#web/ui/icon.tsx'
import { MainLandmark, SkipLink } from '../main-landmark.tsx'
import { getAdminLinks, isCurrentPage, getSellerLinks } from '../nav-links.ts'
import { DashboardHeader } from './dashboard-header.tsx'

export interface DashboardFrameProps {
  username?: string
  /** Whether the user is an admin; undefined if the user could not be loaded. */
  isAdmin?: boolean
  children: ReactNode
}

const ICONS: Record<string, IconComponent> = {
  [paths.dashboardHome()]: House,
  [paths.dashboardProducts()]: Package,
  [paths.dashboardSales()]: ChartNoAxesColumn,
  [paths.createProduct()]: PlusCircle,
  [paths.dashboardProfile()]: User,
  [paths.security()]: ShieldCheck,
  [paths.dashboardAdmin()]: Wrench,
  [paths.systemStatus()]: Activity,
  [paths.faq()]: CircleHelp,
  [paths.help()]: LifeBuoy,
}

/**
 * The frame around every dashboard page, with the navigation: a side menu on large screens, a dropdown menu on small
 * ones.
 */
export function DashboardFrame({
  username,
  isAdmin: isAdminOrUnknown,
  children,
}: DashboardFrameProps) {
  const isAdmin = isAdminOrUnknown === true
  // An admin signs out on the public logout page, because the dashboard's logout page is for sellers and would redirect
  // an admin without signing out.
  const logoutPath = isAdminOrUnknown === false ? paths.dashboardLogout() : paths.logout()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Awning />
      <div className="flex flex-1">
        <SideMenu username={username} isAdmin={isAdmin} logoutPath={logoutPath} />
        <div className="flex min-w-0 flex-1 flex-col">
          <DashboardHeader username={username} isAdmin={isAdmin} logoutPath={logoutPath} />
          <MainLandmark className="mx-auto w-full max-w-[1160px] px-[18px] pt-4 pb-20 md:px-9 lg:pt-2">
            {children}
          </MainLandmark>
        </div>
      </div>
      <div className="border-t border-line">
        <HelpButton />
      </div>
    </div>
  )
}

/** The side menu, 400 px wide on large screens. Source: specification, navigation. */
function SideMenu({
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
  const links = [...getSellerLinks(), ...(isAdmin ? getAdminLinks() : [])]
  const item =
    'flex min-h-touch items-center gap-3.5 rounded-field px-3.5 py-2.5 font-[560] transition'
  return (
    <aside className="hidden w-[280px] shrink-0 border-r border-line xl:w-[400px] lg:block">
      <div className="sticky top-0 flex max-h-dvh min-h-[calc(100dvh-34px)] flex-col overflow-y-auto px-4 pt-4 pb-20 xl:pr-10 xl:pl-20">
        <Link
          to={paths.home()}
          className="mb-4 inline-flex min-h-touch items-center self-start rounded-field px-3"
        >
          <Brand name={brand} />
        </Link>
        <nav aria-label={m.nav_main()} className="grid gap-1">
          {links.map(({ to, label }) => {
            const Icon = ICONS[to] ?? Store
            return (
              <NavLink
                key={to}
                to={isCurrentPage(to, pathname) ? pathname : to}
                className={({ isActive }) =>
                  cx(
                    item,
                    isActive ? 'bg-tint text-ink' : 'text-soft hover:bg-tint/60 hover:text-ink',
                  )
                }
              >
                {({ isActive }) => (
                  <>
                    <Icon aria-hidden size={19} className={cx(isActive && 'text-awning-deep')} />
                    <span>{label}</span>
                  </>
                )}
              </NavLink>
            )
          })}
          <NavLink
            to={logoutPath}
            className={({ isActive, isPending }) =>
              cx(
                item,
                isActive || isPending
                  ? 'bg-bad-tint text-bad'
                  : 'text-soft hover:bg-tint/60 hover:text-ink',
              )
            }
          >
            <LogOut aria-hidden size={19} />
            {m.nav_logout()}
          </NavLink>
        </nav>
        {username && (
          <div className="mt-auto pt-8">
            <div className="overflow-hidden rounded-card border border-line bg-card">
              <Awning slim />
              <div className="grid gap-3 p-4">
                <p className="text-small text-soft">
                  {m.nav_kiosk_here()}
                  <b className="block truncate text-base font-[650] text-ink">@{username}</b>
                </p>
                <LinkButton
                  to={paths.profile(username)}
                  kind="ghost"
                  size="small"
                  icon={<Store aria-hidden size={17} />}
                >
                  {m.nav_kiosk_open()}
                </LinkButton>
              </div>
            </div>
          </div>
        )}
      </div>
    </aside>
  )
}
