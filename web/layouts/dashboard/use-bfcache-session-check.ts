import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { refreshSession } from '#web/api/session.ts'

/**
 * Checks the session when the browser restores a page from its back/forward cache, which may happen after a sign-out.
 * @returns true while the check runs, and if the session has ended: the page must stay hidden until the session guard
 *   redirects
 */
export function useReturnCheck(): boolean {
  const [checking, setChecking] = useState(false)
  useEffect(() => {
    const cameBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      // The page must be hidden before the browser paints.
      flushSync(() => setChecking(true))
      void refreshSession().then(({ state }) => state === 'signedIn' && setChecking(false))
    }
    addEventListener('pageshow', cameBack)
    return () => removeEventListener('pageshow', cameBack)
  }, [])
  return checking
}
