import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { refreshSession } from '#web/api/session.ts'

/**
 * Browsers keep pages and show them again on Back as they were, also after signing out. True while the
 * session of a page that came back is being looked at: until then nothing of it may be seen. Where the
 * session is over it stays true, since the guard leads away.
 */
export function useReturnCheck(): boolean {
  const [checking, setChecking] = useState(false)
  useEffect(() => {
    const cameBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      // Before the browser paints.
      flushSync(() => setChecking(true))
      void refreshSession().then(({ state }) => state === 'signedIn' && setChecking(false))
    }
    addEventListener('pageshow', cameBack)
    return () => removeEventListener('pageshow', cameBack)
  }, [])
  return checking
}
