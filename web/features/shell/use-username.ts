import { useRouteLoaderData } from 'react-router'
import type { loader } from './dashboard-layout.tsx'

/** The seller's name, for the screens of the dashboard; undefined where it could not be fetched. */
export function useUsername(): string | undefined {
  return useRouteLoaderData<typeof loader>('features/shell/dashboard-layout')?.username
}
