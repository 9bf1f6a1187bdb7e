import { useRouteLoaderData } from 'react-router'
import type { User } from '#contract/accounts/user.ts'
import type { Profile } from '#contract/profiles.ts'
import { useSession } from '../api/session.ts'

/** The loader data of the dashboard layout. If a call fails, its fields are empty. */
export interface DashboardData {
  user: User | null
  username: string | undefined
  theme: Profile['themePreference'] | undefined
  /** Whether the user is an admin who has the second factor that the administration asks for. */
  canAdminister: boolean
}

const useDashboardData = () => useRouteLoaderData<DashboardData>('layouts/dashboard-layout')

/** Returns the signed-in user: from the session once it is fetched, before that from the page's loader data. */
export function useUser(): User | undefined {
  const session = useSession()
  const loadedUser = useDashboardData()?.user
  return session.state === 'signedIn' ? session.user : (loadedUser ?? undefined)
}

/** Returns whether the signed-in user may open the administration. */
export const useCanAdminister = (): boolean => useDashboardData()?.canAdminister ?? false

/** Returns the signed-in seller's username; undefined if it could not be loaded. */
export function useUsername(): string | undefined {
  return useDashboardData()?.username
}

/** Returns the signed-in seller's id, which is used in keys of the browser's storage; 0 if it could not be loaded. */
export function useSellerId(): number {
  return useDashboardData()?.user?.id ?? 0
}
