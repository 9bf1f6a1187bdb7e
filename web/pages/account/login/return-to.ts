import { paths } from '#web/paths.ts'
/**
 * Where to go after logging in: a path of ours with one leading slash, no backslash and nothing invisible
 * (browsers drop tabs and line ends, which would make two slashes meet); else the dashboard.
 */
export function safeReturnTo(wanted: string | null): string {
  return wanted !== null && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted) ? wanted : paths.dashboard()
}
