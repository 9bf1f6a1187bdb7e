import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { refreshSession } from '#web/api/session.ts'

/**
 * Checks the session when the browser restores a page from the back/forward cache, since the user may have signed out
 * meanwhile.
 * @returns true while the check runs, and if the session has ended; the page must then stay hidden until the session
 * guard redirects
 */
export function useBfcacheSessionCheck(): boolean {
  const [isChecking, setIsChecking] = useState(false)
  useEffect(() => {
    const checkSession = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      // The page must be hidden before the browser paints it.
      flushSync(() => setIsChecking(true))
      void refreshSession().then(({ state }) => state === 'signedIn' && setIsChecking(false))
    }
    addEventListener('pageshow', checkSession)
    return () => removeEventListener('pageshow', checkSession)
  }, [])
  return isChecking
}
