import { Suspense, type ReactNode } from 'react'
import { useHydrated } from './use-hydrated.ts'

/**
 * Shows its children, whose code is loaded then, if the user seems to be signed in; otherwise shows the placeholder.
 * Public pages are the same for every visitor, so their HTML contains the placeholder.
 */
export function ForMembers({
  placeholder = null,
  children,
}: {
  placeholder?: ReactNode
  children: ReactNode
}) {
  const isHydrated = useHydrated()
  const isMember = isHydrated && document.documentElement.hasAttribute('data-signed-in')
  return isMember ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder
}
