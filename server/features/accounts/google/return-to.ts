const NOTHING_SAID = '/dashboard'

/**
 * Where to go after a sign-in: a path of this site, never an address of another. One leading slash, no
 * backslash, and nothing that a browser drops while it reads an address (`/\t/evil.test`).
 */
export function safeReturnTo(wanted: string | undefined): string {
  return wanted && /^\/(?!\/)[^\\\p{Cc}\p{Z}]*$/u.test(wanted) ? wanted : NOTHING_SAID
}
