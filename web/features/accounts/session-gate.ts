import * as m from '#messages'
import { useSession } from '../../api/session.ts'

/**
 * Why a form for guests cannot go out just now, if so: the session is still being looked up, or somebody
 * is signed in (in another tab, since the server sends them away). Source: specification, register.
 */
export function useGuestObstacle(): string | undefined {
  const { state } = useSession()
  if (state === 'signedIn') return m.session_open()
  return state === 'signedOut' ? undefined : m.session_loading()
}
