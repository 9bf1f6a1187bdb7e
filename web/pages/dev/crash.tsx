import { data } from 'react-router'
import { pageContext } from '#web/page-context.ts'
import type { Route } from './+types/crash'

/** The page exists outside production only. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(pageContext).features.devPages) throw data(null, { status: 404 })
  return null
}

export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

/** Fails while it is rendered, so that the error page can be tried out. */
export default function CrashPage(): never {
  throw new Error('This page always fails.')
}
