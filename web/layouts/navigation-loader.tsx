import { useNavigation } from 'react-router'
import * as m from '#messages'
import { LogoLoader } from '../ui/brand/logo-loader.tsx'

/**
 * The pages that can take long to load: the server checks the session for the dashboard, and a product page loads
 * several things.
 */
const SLOW_PAGES = /^\/(dashboard|admin|product)(\/|$)/

/**
 * Covers the page with the logo while a slow page loads. If the page loads quickly, the cover never becomes visible.
 * Source: specification, layouts and access; public product page.
 */
export function NavigationLoader() {
  const { state, location } = useNavigation()
  if (state !== 'loading' || !SLOW_PAGES.test(location.pathname)) return null
  return <LogoLoader over label={m.session_loader()} />
}
