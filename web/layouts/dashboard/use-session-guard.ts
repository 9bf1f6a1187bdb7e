import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'

/** Where signing out is under way, and leads home by itself. */
const LEAVING = paths.dashboardLogout()

/**
 * When the session turns out to be over, or to be somebody else's by now, asks the server again: it sends
 * the visitor to log in, or brings the other one's data.
 * @param arrived the user whom the page was made for
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
