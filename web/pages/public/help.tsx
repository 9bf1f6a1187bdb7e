import { Link } from 'react-router'
import * as m from '#messages'
import { GuideFinder } from '#web/features/guides/guide-finder.tsx'
import { listGuides } from '#web/features/guides/guides.server.ts'
import { HelpPanel } from '#web/features/support/help-panel.tsx'
import { pageContext } from '#web/page-context.ts'
import { paths } from '#web/paths.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Card } from '#web/ui/surfaces/card.tsx'
import type { Route } from './+types/help'

export function loader({ context }: Route.LoaderArgs) {
  const { locale, ...settings } = context.get(pageContext)
  return { guides: listGuides(locale, settings) }
}

export const meta: Route.MetaFunction = args => [
  ...buildPageTitle(args, m.help_title()),
  { name: 'description', content: m.guides_lead() },
]

/** The help page: the guides, links to the most frequent answers, and the panel that the help button opens. */
export default function HelpPage({ loaderData: { guides } }: Route.ComponentProps) {
  return (
    <div className="wrap max-w-[860px]! pt-6 pb-20 lg:pt-12 lg:pb-28">
      <h1 className="text-title">{m.help_title()}</h1>
      <p className="mt-5 text-lead text-soft">{m.guides_lead()}</p>
      <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-1">
        <li>
          <Link to={paths.myOrders()} className="link inline-flex min-h-11 min-w-11 items-center">
            {m.footer_order()}
          </Link>
        </li>
        <li>
          <Link to={paths.faq()} className="link inline-flex min-h-11 min-w-11 items-center">
            {m.nav_faq()}
          </Link>
        </li>
      </ul>
      <GuideFinder guides={guides} />
      <section id="contact" className="mt-14 scroll-mt-6">
        <h2 className="text-[1.4rem]">{m.guides_unanswered()}</h2>
        <p className="mt-3 text-soft">{m.help_lead()}</p>
        <Card panel className="mt-6">
          <HelpPanel />
        </Card>
      </section>
    </div>
  )
}
