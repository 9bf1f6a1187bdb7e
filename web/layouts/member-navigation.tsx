import { lazy } from 'react'
import { Link } from 'react-router'
import * as m from '#messages'
import { paths } from '../paths.ts'
import { ForMembers } from '../shared/for-members.tsx'
import { Avatar } from '../ui/brand/avatar.tsx'
import { MenuLink } from '../ui/overlays/menu.tsx'
import { LogoutLink } from './logout-link.tsx'
import { persistently } from '../ui/load-code.ts'

const MemberMenu = lazy(
  persistently(async () => ({ default: (await import('./member-menu.tsx')).MemberMenu })),
)
const MemberLinks = lazy(
  persistently(async () => ({ default: (await import('./member-menu.tsx')).MemberLinks })),
)

/**
 * The account link of the navigation bar for members. Public pages are the same for every visitor, so their HTML
 * contains a link only, with a label that needs no data. After hydration the link becomes a menu with the username if
 * the user is signed in.
 */
export function MemberAccount() {
  return (
    <ForMembers
      placeholder={
        <Link
          to={paths.dashboardProfile()}
          aria-label={m.nav_account()}
          className="member-only ml-1 hidden min-h-touch min-w-touch items-center gap-2 rounded-full pl-1 transition hover:bg-tint md:inline-flex lg:w-36"
        >
          <Avatar />
          <span className="hidden min-w-0 truncate leading-normal font-[600] lg:inline">
            {m.nav_account()}
          </span>
        </Link>
      }
    >
      <MemberMenu />
    </ForMembers>
  )
}

/**
 * The links for members in the dropdown menu: only the most important ones until the code for all of them is loaded.
 */
export function MemberNavigation() {
  return (
    <ForMembers
      placeholder={
        <div className="member-only">
          <MenuLink to={paths.dashboard()}>{m.nav_dashboard()}</MenuLink>
          <LogoutLink to={paths.logout()} />
        </div>
      }
    >
      <MemberLinks />
    </ForMembers>
  )
}
