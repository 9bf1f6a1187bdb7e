import { useEffect } from 'react'
import { useMatches } from 'react-router'
import { useSiteSettings } from './site.ts'

/** Starts product analytics if the installation has configured it, and reports each page view by the route id. */
export function usePageAnalytics(): void {
  const { analytics } = useSiteSettings().features
  const route = useMatches().at(-1)?.id
  useEffect(() => {
    if (!analytics || !route) return
    const report = async () => {
      const { startAnalytics, trackEvent } = await import('../api/analytics.ts')
      startAnalytics(analytics)
      trackEvent('$pageview', { route })
    }
    report().catch(() => undefined)
  }, [analytics, route])
}
