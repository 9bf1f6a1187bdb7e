import { Link } from 'react-router'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/accessibility'

export const meta: Route.MetaFunction = args => [
  ...buildPageTitle(args, m.accessibility_title()),
  { name: 'description', content: m.accessibility_lead() },
]

/** The accessibility statement: what is checked, what is known to be missing, and where to report a problem. */
export default function AccessibilityPage() {
  return (
    <div className="wrap max-w-[860px]! pt-6 pb-20 lg:pt-12 lg:pb-28">
      <h1 className="text-title">{m.accessibility_title()}</h1>
      <p className="mt-5 text-lead text-soft">{m.accessibility_lead()}</p>
      <Statements
        title={m.accessibility_done()}
        statements={[
          m.accessibility_axe(),
          m.accessibility_keyboard(),
          m.accessibility_width(),
          m.accessibility_touch(),
          m.accessibility_contrast(),
          m.accessibility_motion(),
        ]}
      />
      <Statements
        title={m.accessibility_missing()}
        statements={[m.accessibility_audit(), m.accessibility_payment(), m.accessibility_files()]}
      />
      <h2 className="mt-11 text-h2">{m.accessibility_contact()}</h2>
      <p className="mt-4 max-w-[40em]">
        {m.accessibility_contact_text()}{' '}
        <Link to={paths.help()} className="link">
          {m.faq_write()}
        </Link>
      </p>
    </div>
  )
}

function Statements({ title, statements }: { title: string; statements: string[] }) {
  return (
    <section className="mt-11">
      <h2 className="text-h2">{title}</h2>
      <ul className="mt-4 grid max-w-[40em] list-disc gap-2.5 pl-5">
        {statements.map(statement => (
          <li key={statement}>{statement}</li>
        ))}
      </ul>
    </section>
  )
}
