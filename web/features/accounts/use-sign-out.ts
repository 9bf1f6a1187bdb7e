import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import * as m from '#messages'
import { signOut } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toasts/toast.ts'

let leaving: Promise<boolean> | undefined

/** Ends the session on arrival, once, and goes home. */
export function useSignOut(): void {
  const navigate = useNavigate()
  useEffect(() => {
    leaving ??= signOut().finally(() => {
      leaving = undefined
    })
    let here = true
    const goHome = (heard: boolean) => {
      if (!here) return undefined
      // Here it is over all the same; but on a borrowed machine one must know.
      if (!heard) toast('warning', m.logout_unheard(), { autoClose: false, id: 'logout' })
      return navigate(paths.home(), { replace: true })
    }
    void leaving.then(goHome)
    return () => {
      here = false
    }
  }, [navigate])
}
