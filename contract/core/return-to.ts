const DEFAULT_PATH = '/dashboard'

/**
 * Returns the path to open after signing in: `returnTo` if it is a path of this site, else the dashboard. A safe path
 * has one leading slash, no backslash, and no control character or space, because browsers drop some of them while
 * they read an address, which would turn `/\t/evil.test` into the address of another host.
 */
export function toSafeReturnPath(returnTo: string | null | undefined): string {
  return returnTo && /^\/(?!\/)[^\\\p{Cc}\p{Z}]*$/u.test(returnTo) ? returnTo : DEFAULT_PATH
}
