import { useRouteLoaderData } from 'react-router'
import type { User } from '#contract/accounts/user.ts'
import { useSession } from '../../api/session.ts'
import type { loader } from './dashboard-layout.tsx'

/** The user, for the screens of the dashboard: as the page came, then as the session was last fetched. */
export function useUser(): User | undefined {
  const session = useSession()
  const arrived = useRouteLoaderData<typeof loader>('features/shell/dashboard-layout')?.user
  return session.state === 'signedIn' ? session.user : (arrived ?? undefined)
}
