import { Link, NavLink, useLocation } from 'react-router'
import * as m from '#messages'
import { Menu as MenuIcon } from '#web/ui/icons/menu.tsx'
import { CartLink } from '../features/orders/cart/cart-link.tsx'
import { paths } from '../paths.ts'
import { useSiteSettings } from '../shared/site.ts'
import { LinkButton } from '../ui/actions/button.tsx'
import { Brand } from '../ui/brand/brand-mark.tsx'
import { cx } from '../ui/cx.ts'
import { Menu, MenuLink } from '../ui/overlays/menu.tsx'
import { LanguageLink, ThemeToggle } from './language-theme-toggles.tsx'
import { MemberAccount, MemberNavigation } from './member-navigation.tsx'
import { getGuestLinks, getPublicLinks, type NavLink as NavLinkItem } from './nav-links.ts'

/**
 * The links that the bar shows on wide screens only. The brand leads home too, and the footer and the menu on phones
 * lead to one's orders.
 */
const WIDE_ONLY: Record<string, string> = {
  [paths.home()]: 'hidden lg:inline-flex',
  [paths.myOrders()]: 'hidden xl:inline-flex',
}

/**
 * The navigation bar of the public pages. It contains the links for guests and those for members, and CSS shows one of
 * the two groups.
 */
export function Header() {
  const { brand } = useSiteSettings()
  return (
    <header className="wrap flex h-[66px] items-center gap-2 lg:gap-7">
      <Link
        to={paths.home()}
        className="-ml-1 inline-flex min-h-touch items-center rounded-field px-1"
      >
        <Brand name={brand} />
      </Link>
      <nav aria-label={m.nav_main()} className="hidden flex-1 md:flex lg:gap-1">
        {getPublicLinks().map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end={to === paths.home()}
            className={({ isActive }) =>
              cx(
                'min-h-touch items-center rounded-field px-2 font-[550] transition hover:text-ink lg:px-2.5',
                isActive ? 'text-ink' : 'text-soft',
                WIDE_ONLY[to] ?? 'inline-flex',
              )
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center lg:gap-1">
        {/* On narrower screens the language and theme toggles are only in the footer. */}
        <span className="hidden items-center lg:flex">
          <LanguageLink />
          <ThemeToggle />
        </span>
        <CartLink />
        <span className="hidden items-center gap-1 md:flex">
          <LinkButton to={paths.login()} kind="quiet" className="guest-only whitespace-nowrap">
            {m.nav_login()}
          </LinkButton>
          <LinkButton to={paths.register()} className="guest-only ml-1 whitespace-nowrap">
            {m.nav_register()}
          </LinkButton>
          <LinkButton to={paths.dashboard()} className="member-only ml-1 whitespace-nowrap">
            {m.nav_dashboard()}
          </LinkButton>
        </span>
        <MemberAccount />
        <MobileMenu />
      </div>
    </header>
  )
}

/** The dropdown menu on phones, without a link to the current page. */
function MobileMenu() {
  const { pathname } = useLocation()
  const isOtherPage = ({ to }: NavLinkItem) => to !== pathname
  return (
    <Menu
      label={m.nav_menu()}
      button={<MenuIcon aria-hidden size={24} />}
      buttonClassName="-mr-2"
      className="md:hidden"
    >
      <nav aria-label={m.nav_menu()} className="grid">
        {getPublicLinks()
          .filter(isOtherPage)
          .map(({ to, label }) => (
            <MenuLink key={to} to={to}>
              {label}
            </MenuLink>
          ))}
        <hr className="mx-2 my-2 border-line" />
        {getGuestLinks()
          .filter(isOtherPage)
          .map(({ to, label }) => (
            <MenuLink key={to} to={to} className="guest-only">
              {label}
            </MenuLink>
          ))}
        <MemberNavigation />
      </nav>
      <div className="mt-2 flex items-center justify-between border-t border-line pt-2">
        <LanguageLink />
        <ThemeToggle />
      </div>
    </Menu>
  )
}
