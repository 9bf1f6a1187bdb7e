import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { useSession } from '../../api/session.ts'

/** Where signing out is under way, and leads home by itself. */
const LEAVING = '/dashboard/logout'

/** When the session turns out to be over, asks the server again: it sends the visitor to log in. */
export function useSessionGuard(): void {
  const { state } = useSession()
  const { pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const over = state === 'signedOut' && pathname !== LEAVING
  useEffect(() => {
    if (over) void revalidate()
  }, [over, revalidate])
}
