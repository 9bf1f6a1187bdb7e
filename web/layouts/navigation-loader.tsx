import { useNavigation } from 'react-router'
import * as m from '#messages'
import { LogoLoader } from '../ui/brand/logo-loader.tsx'

/** Behind the counter, where the server finds out first who wants to get there, and a product's page. */
const WORTH_A_WAIT = /^\/(dashboard|admin|product)(\/|$)/

/**
 * While a page is fetched that may take its time: the logo over everything. A quick answer comes before it shows.
 * Source: specification, layouts and access; public product page.
 */
export function Opening() {
  const { state, location } = useNavigation()
  if (state !== 'loading' || !WORTH_A_WAIT.test(location.pathname)) return null
  return <LogoLoader over label={m.session_loader()} />
}
