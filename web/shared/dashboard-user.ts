import { useRouteLoaderData } from 'react-router'
import type { User } from '#contract/accounts/user.ts'
import type { Profile } from '#contract/profiles.ts'
import { useSession } from '../api/session.ts'

/** The loader data of the dashboard layout. A failed call leaves its fields empty. */
export interface DashboardData {
  user: User | null
  username: string | undefined
  theme: Profile['themePreference'] | undefined
}

const useDashboardData = () => useRouteLoaderData<DashboardData>('layouts/dashboard-layout')

/** The signed-in user: first from the page's loader data, then from the latest session. */
export function useUser(): User | undefined {
  const session = useSession()
  const loadedUser = useDashboardData()?.user
  return session.state === 'signedIn' ? session.user : (loadedUser ?? undefined)
}

/** The signed-in seller's username; undefined if it could not be loaded. */
export function useUsername(): string | undefined {
  return useDashboardData()?.username
}

/** The signed-in seller's id, used in browser storage keys; 0 if it could not be loaded. */
export function useSellerId(): number {
  return useDashboardData()?.user?.id ?? 0
}
