import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import * as m from '#messages'
import { signOut } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { showToast } from '#web/ui/toasts/toast.ts'

let runningSignOut: Promise<boolean> | undefined

/** Signs out when the page opens, then redirects to the home page. */
export function useSignOut(): void {
  const navigate = useNavigate()
  useEffect(() => {
    runningSignOut ??= signOut().finally(() => {
      runningSignOut = undefined
    })
    let isMounted = true
    const goHome = (hasServerConfirmed: boolean) => {
      if (!isMounted) return undefined
      // If the server could not be reached, the session has ended in this browser only. The toast warns of this, since
      // it matters on a shared computer.
      if (!hasServerConfirmed)
        showToast('warning', m.logout_unheard(), { autoClose: false, id: 'logout' })
      return navigate(paths.home(), { replace: true })
    }
    void runningSignOut.then(goHome)
    return () => {
      isMounted = false
    }
  }, [navigate])
}
