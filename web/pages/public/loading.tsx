import * as m from '#messages'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { LogoLoader } from '#web/ui/brand/logo-loader.tsx'
import type { Route } from './+types/loading'

export const meta: Route.MetaFunction = args => buildPageTitle(args, m.loading(), { hidden: true })

/** A page that shows only the logo loader. Source: specification, route table. */
export default function LoadingPage() {
  return (
    <>
      <h1 className="sr-only">{m.loading()}</h1>
      <LogoLoader label={m.session_loader()} />
    </>
  )
}
