import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'

/** The logout page redirects by itself, so the session guard ignores it. */
const LOGOUT_PATH = paths.dashboardLogout()

/**
 * Reloads the loader data if the session has ended or another user has signed in since. The loader then redirects to
 * the login page or loads the other user's data.
 * @param loadedUserId the user for whom the page was loaded
 */
export function useSessionGuard(loadedUserId: number | undefined): void {
  const session = useSession()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const hasEnded = session.state === 'signedOut' && pathname !== LOGOUT_PATH
  const isOtherUser =
    session.state === 'signedIn' && loadedUserId !== undefined && session.user.id !== loadedUserId
  useEffect(() => {
    if (hasEnded || isOtherUser) void revalidate()
  }, [hasEnded, isOtherUser, revalidate])
}
