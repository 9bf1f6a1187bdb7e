import { redirect, type RouterContextProvider } from 'react-router'
import { pageContext, type Viewer } from '../page-context.ts'
import { paths } from '../paths.ts'

/** The role of a visitor, which decides which pages are accessible. */
export type Role = 'anonymous' | 'unverified' | 'seller' | 'admin'

/**
 * For each access rule, the path to which each role is redirected. A role without a path has access. Source:
 * specification, layouts and access.
 */
const REDIRECTS = {
  dashboard: { anonymous: paths.login(), unverified: paths.notVerified() },
  dashboardLogout: { anonymous: paths.home(), admin: paths.home() },
  /** The admin page is part of the dashboard, whose rule is applied first. */
  admin: { anonymous: paths.login(), unverified: paths.notVerified(), seller: paths.home() },
  guests: { unverified: paths.dashboard(), seller: paths.dashboard(), admin: paths.dashboard() },
  emailSent: { unverified: paths.home(), seller: paths.home(), admin: paths.home() },
  notVerified: { seller: paths.dashboard(), admin: paths.dashboard() },
} as const satisfies Record<string, Partial<Record<Role, string>>>

export type AccessRule = keyof typeof REDIRECTS

/** Returns the role of a visitor. A user with an unverified email is `unverified`, also if the user is an admin. */
export function getRole(viewer: Viewer | undefined): Role {
  if (!viewer) return 'anonymous'
  if (!viewer.isVerified) return 'unverified'
  return viewer.roles.includes('admin') ? 'admin' : 'seller'
}

/** Returns the path to which an access rule redirects a role, or undefined if the role has access. */
export function getRedirectPath(rule: AccessRule, role: Role): string | undefined {
  const redirects: Partial<Record<Role, string>> = REDIRECTS[rule]
  return redirects[role]
}

/**
 * Throws a redirect if the visitor has no access to the page. Loaders call it on the server, for full page loads and
 * for client-side navigations. A redirect to the login page carries the path to return to. An admin without the second
 * factor that admins need is redirected to the page that sets one up.
 * @param url the page's URL from the loader's arguments; `request.url` differs from it in client-side navigations
 */
export function requireAccess(
  context: Readonly<RouterContextProvider>,
  rule: AccessRule,
  url: URL,
): void {
  const { viewer } = context.get(pageContext)
  const to = getRedirectPath(rule, getRole(viewer))
  if (to === undefined && rule === 'admin' && viewer?.lacksSecondFactor)
    throw redirect(paths.secondFactor())
  if (to === undefined) return
  if (to !== paths.login()) throw redirect(to)
  throw redirect(paths.login({ returnTo: url.pathname + url.search }))
}
