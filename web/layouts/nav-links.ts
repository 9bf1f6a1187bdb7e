import * as m from '#messages'

export interface NavLink {
  to: string
  label: string
}

/** Addresses that show what another one shows. */
const SAME_AS: Record<string, string> = {
  '/dashboard': '/dashboard/home',
  '/admin/dashboard': '/dashboard/admin',
}

/** Whether a link leads to where one is. */
export function isCurrent(to: string, pathname: string): boolean {
  const here = pathname.replace(/(?<=.)\/$/, '')
  return to === (SAME_AS[here] ?? here)
}

/** Who sees which menu. Source: specification, navigation. */
export const publicLinks = (): NavLink[] => [
  { to: '/explore', label: m.nav_explore() },
  { to: '/faq', label: m.nav_faq() },
  { to: '/help', label: m.nav_help() },
]

export const guestLinks = (): NavLink[] => [
  { to: '/register', label: m.nav_register() },
  { to: '/login', label: m.nav_login() },
]

export const sellerLinks = (): NavLink[] => [
  { to: '/dashboard/home', label: m.nav_home() },
  { to: '/dashboard/products', label: m.nav_products() },
  { to: '/dashboard/sales', label: m.nav_sales() },
  { to: '/dashboard/product/create', label: m.nav_create() },
  { to: '/dashboard/profile', label: m.nav_profile() },
  { to: '/dashboard/security', label: m.nav_security() },
  { to: '/faq', label: m.nav_faq() },
]

export const adminLinks = (): NavLink[] => [{ to: '/dashboard/admin', label: m.nav_admin() }]
