import { useLocation } from 'react-router'
import * as m from '#messages'
import { useSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { useOwnUsername } from '../shared/use-own-username.ts'
import { Avatar } from '../ui/brand/avatar.tsx'
import { Menu, MenuLink } from '../ui/overlays/menu.tsx'
import { LogoutLink } from './logout-link.tsx'
import { getAdminLinks, getMemberLinks } from './nav-links.ts'

/** The menu behind the avatar on public pages, with the username. `member-navigation.tsx` loads its code. */
export function MemberMenu() {
  const username = useOwnUsername()
  return (
    <Menu
      label={m.nav_account()}
      button={
        <>
          <Avatar />
          <span className="hidden min-w-0 truncate leading-normal font-[600] lg:inline">
            {username ?? m.nav_account()}
          </span>
        </>
      }
      // As wide as the link that it replaces, so that the header does not shift.
      buttonClassName="w-full justify-start pl-1 lg:pr-3"
      className="member-only ml-1 hidden md:block lg:w-36"
    >
      <nav aria-label={m.nav_account()} className="grid">
        <MemberLinks />
      </nav>
    </Menu>
  )
}

/** The links of a verified user, and those of an admin if the user is one. The link to the current page is omitted. */
export function MemberLinks() {
  const { pathname } = useLocation()
  const session = useSession()
  const isAdmin = session.state === 'signedIn' && session.user.roles.includes('admin')
  const links = [...getMemberLinks(), ...(isAdmin ? getAdminLinks() : [])]
  return (
    <>
      {links
        .filter(({ to }) => to !== pathname)
        .map(({ to, label }) => (
          <MenuLink key={to} to={to} className="member-only">
            {label}
          </MenuLink>
        ))}
      <div className="member-only">
        <hr className="mx-2 my-2 border-line" />
        <LogoutLink to={paths.logout()} />
      </div>
    </>
  )
}
