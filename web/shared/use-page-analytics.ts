import { useEffect } from 'react'
import { useMatches } from 'react-router'
import { useSite } from './site.ts'

/** Begins product analytics, where an installation has them, and tells each page by its route's name. */
export function useAnalytics(): void {
  const { analytics } = useSite().features
  const route = useMatches().at(-1)?.id
  useEffect(() => {
    if (!analytics || !route) return
    const tell = async () => {
      const { startAnalytics, track } = await import('../api/analytics.ts')
      startAnalytics(analytics)
      track('$pageview', { route })
    }
    tell().catch(() => undefined)
  }, [analytics, route])
}
