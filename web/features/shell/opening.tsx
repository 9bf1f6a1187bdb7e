import { useNavigation } from 'react-router'
import * as m from '#messages'
import { LogoLoader } from '../../ui/brand/logo-loader.tsx'

const BEHIND_THE_COUNTER = /^\/(dashboard|admin)(\/|$)/

/**
 * While the server finds out who wants to get behind the counter: the logo over everything. A quick answer
 * comes before it shows.
 */
export function Opening() {
  const { state, location } = useNavigation()
  if (state !== 'loading' || !BEHIND_THE_COUNTER.test(location.pathname)) return null
  return <LogoLoader over label={m.session_loader()} />
}
