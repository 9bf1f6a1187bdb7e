import * as m from '#messages'
import { paths } from '../paths.ts'

export interface NavLink {
  to: string
  label: string
}

/** Paths that show the same page as another path, for highlighting the current menu link. */
const ALIASES: Record<string, string> = {
  [paths.dashboard()]: paths.dashboardHome(),
  [paths.adminDashboard()]: paths.dashboardAdmin(),
}

/** Returns whether a menu link leads to the current page. */
export function isCurrentPage(to: string, pathname: string): boolean {
  const path = pathname.replace(/(?<=.)\/$/, '')
  return to === (ALIASES[path] ?? path)
}

/** The menu links by role. Source: specification, navigation. */
export const getPublicLinks = (): NavLink[] => [
  { to: paths.home(), label: m.nav_home() },
  { to: paths.explore(), label: m.nav_explore() },
  { to: paths.myOrders(), label: m.footer_order() },
  { to: paths.faq(), label: m.nav_faq() },
  { to: paths.help(), label: m.nav_help() },
]

export const getGuestLinks = (): NavLink[] => [
  { to: paths.register(), label: m.nav_register() },
  { to: paths.login(), label: m.nav_login() },
]

export const getSellerLinks = (): NavLink[] => [
  { to: paths.dashboardHome(), label: m.nav_home() },
  { to: paths.dashboardProducts(), label: m.nav_products() },
  { to: paths.dashboardSales(), label: m.nav_sales() },
  { to: paths.createProduct(), label: m.nav_create() },
  { to: paths.dashboardProfile(), label: m.nav_profile() },
  { to: paths.security(), label: m.nav_security() },
  { to: paths.faq(), label: m.nav_faq() },
  { to: paths.help(), label: m.nav_help() },
]

/** The seller's links that public pages leave out: they show two of them to everyone, and "home" would be ambiguous. */
const SHOWN_BY_PUBLIC_PAGES = new Set([paths.dashboardHome(), paths.faq(), paths.help()])

/** The seller's links as public pages show them. */
export const getMemberLinks = (): NavLink[] => [
  { to: paths.dashboard(), label: m.nav_dashboard() },
  ...getSellerLinks().filter(({ to }) => !SHOWN_BY_PUBLIC_PAGES.has(to)),
]

export const getAdminLinks = (): NavLink[] => [
  { to: paths.dashboardAdmin(), label: m.nav_admin() },
  { to: paths.systemStatus(), label: m.status_title() },
]
