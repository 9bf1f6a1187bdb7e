import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'

/** The page that signs out redirects by itself. */
const LEAVING = paths.dashboardLogout()

/**
 * Reloads the loader data if the session has ended or belongs to another user by now. The loader then redirects to the
 * login or loads the other user's data.
 * @param loadedUserId the user for whom the page was loaded
 */
export function useSessionGuard(arrived: number | undefined): void {
  const session = useSession()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const over = session.state === 'signedOut' && pathname !== LEAVING
  const other = session.state === 'signedIn' && arrived !== undefined && session.user.id !== arrived
  useEffect(() => {
    if (over || other) void revalidate()
  }, [over, other, revalidate])
}
