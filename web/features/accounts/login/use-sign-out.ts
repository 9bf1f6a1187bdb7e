import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '../../../api/session.ts'

let leaving: Promise<void> | undefined

/** Ends the session on arrival, once, and goes home. */
export function useSignOut(): void {
  const navigate = useNavigate()
  useEffect(() => {
    leaving ??= signOut().finally(() => {
      leaving = undefined
    })
    let here = true
    void leaving.then(() => here && navigate('/', { replace: true }))
    return () => {
      here = false
    }
  }, [navigate])
}
