import { lazy, Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '#messages'
import { paths } from '../paths.ts'
import { useHydrated } from '../shared/use-hydrated.ts'
import { Avatar } from '../ui/brand/avatar.tsx'
import { MenuLink } from '../ui/overlays/menu.tsx'
import { LogoutLink } from './logout-link.tsx'

const MemberMenu = lazy(async () => ({ default: (await import('./member-menu.tsx')).MemberMenu }))
const MemberLinks = lazy(async () => ({ default: (await import('./member-menu.tsx')).MemberLinks }))

/**
 * The member's part of the navigation bar. Public pages are the same for every visitor, so that they contain a link
 * only; it becomes a menu with the username after the page is hydrated for somebody who is signed in.
 */
export function MemberAccount() {
  return (
    <ForMembers
      placeholder={
        <Link
          to={paths.dashboardProfile()}
          aria-label={m.nav_profile()}
          className="member-only hidden size-touch place-items-center rounded-full transition hover:bg-tint md:grid lg:mr-19"
        >
          <Avatar />
        </Link>
      }
    >
      <MemberMenu />
    </ForMembers>
  )
}

/** The member's links of the dropdown menu: the most important ones until all are loaded. */
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

/** Shows its children, whose code is loaded now, to somebody who seems to be signed in, and else the placeholder. */
function ForMembers({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const isHydrated = useHydrated()
  const isMember = isHydrated && document.documentElement.hasAttribute('data-signed-in')
  return isMember ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder
}
