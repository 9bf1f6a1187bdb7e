import { redirect, type RouterContextProvider } from 'react-router'
import { pageContext, type Viewer } from '../page-context.ts'
import { paths } from '../paths.ts'

/** How a visitor stands to the site, as far as it decides where they may go. */
export type Standing = 'anonymous' | 'unverified' | 'seller' | 'admin'

/**
 * Where each rule sends whom; who is not named may stay. Source: specification, layouts and access.
 */
const ACCESS = {
  dashboard: { anonymous: paths.login(), unverified: paths.notVerified() },
  dashboardLogout: { anonymous: paths.home(), admin: paths.home() },
  /** It lies in the protected area, whose rule comes first. */
  admin: { anonymous: paths.login(), unverified: paths.notVerified(), seller: paths.home() },
  guests: { unverified: paths.dashboard(), seller: paths.dashboard(), admin: paths.dashboard() },
  emailSent: { unverified: paths.home(), seller: paths.home(), admin: paths.home() },
  notVerified: { seller: paths.dashboard(), admin: paths.dashboard() },
} as const satisfies Record<string, Partial<Record<Standing, string>>>

export type AccessRule = keyof typeof ACCESS

/** Whoever has not proven their address is unverified, whatever their roles. */
export function standingOf(viewer: Viewer | undefined): Standing {
  if (!viewer) return 'anonymous'
  if (!viewer.isVerified) return 'unverified'
  return viewer.roles.includes('admin') ? 'admin' : 'seller'
}

/** Where a rule sends someone; undefined where they may stay. */
export function destinationOf(rule: AccessRule, standing: Standing): string | undefined {
  const destinations: Partial<Record<Standing, string>> = ACCESS[rule]
  return destinations[standing]
}

/**
 * For loaders: lets the visitor stay, or throws the redirect. It runs on the server, on full page loads
 * and on navigations inside the page alike. Who is sent to log in finds the way back.
 * @param url the page's, as the loader's arguments have it: the request's is another inside a navigation
 */
export function requireAccess(
  context: Readonly<RouterContextProvider>,
  rule: AccessRule,
  url: URL,
): void {
  const to = destinationOf(rule, standingOf(context.get(pageContext).viewer))
  if (to === undefined) return
  if (to !== paths.login()) throw redirect(to)
  throw redirect(paths.login({ returnTo: url.pathname + url.search }))
}
