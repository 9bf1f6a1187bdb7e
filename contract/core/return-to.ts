const DEFAULT_PATH = '/dashboard'

/**
 * Returns the path to open after signing in: `returnTo` if it is a safe path of this site, else the dashboard. A safe
 * path has one leading slash and contains no backslash, control character or space. Browsers drop some of these
 * characters from a URL, so `/\t/evil.test` would lead to the host `evil.test`.
 */
export function toSafeReturnPath(returnTo: string | null | undefined): string {
  return returnTo && /^\/(?!\/)[^\\\p{Cc}\p{Z}]*$/u.test(returnTo) ? returnTo : DEFAULT_PATH
}
