import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/**
 * Returns false on the server and in the first render of the browser, whose results must be equal, and true afterwards.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
