import { useRouteLoaderData } from 'react-router'
import type { loader } from './dashboard-layout.tsx'

const useCounter = () => useRouteLoaderData<typeof loader>('features/shell/dashboard-layout')

/** The seller's name, for the screens of the dashboard; undefined where it could not be fetched. */
export function useUsername(): string | undefined {
  return useCounter()?.username
}

/** The seller's id, for what is kept in the browser under it; 0 where it could not be fetched. */
export function useSellerId(): number {
  return useCounter()?.user?.id ?? 0
}
