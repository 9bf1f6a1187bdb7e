import { getTerms } from '#contract/legal.ts'
import * as m from '#messages'
import { pageContext } from '#web/page-context.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FileText } from '#web/ui/icons/file-text.tsx'
import type { Route } from './+types/terms'

export async function loader({ context }: Route.LoaderArgs) {
  const result = await context.get(pageContext).call(getTerms, {})
  return result.ok ? result.body : null
}

export const meta: Route.MetaFunction = args => [
  ...buildPageTitle(args, m.terms_title()),
  { name: 'description', content: m.terms_lead() },
]

/**
 * The page that links to the two legal documents, or says that they could not be loaded. Source: specification, client
 * messages, pages.
 */
export default function TermsPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData)
    return (
      <EmptyState
        art="tornAwning"
        heading="h1"
        title={m.terms_failed_title()}
        action={<Button onClick={() => location.reload()}>{m.reload()}</Button>}
      >
        {m.terms_failed()}
      </EmptyState>
    )
  return (
    <div className="wrap max-w-[900px]! pt-6 pb-20 lg:pt-12 lg:pb-28">
      <h1 className="text-title">{m.terms_title()}</h1>
      <p className="mt-5 max-w-[36em] text-lead text-soft">{m.terms_lead()}</p>
      <ul className="mt-9 grid gap-5 sm:grid-cols-2">
        <DocumentCard
          title={m.footer_terms()}
          text={m.terms_conditions_text()}
          href={loaderData.termsUrl}
        />
        <DocumentCard
          title={m.footer_privacy()}
          text={m.terms_privacy_text()}
          href={loaderData.privacyUrl}
        />
      </ul>
    </div>
  )
}

function DocumentCard({ title, text, href }: { title: string; text: string; href: string }) {
  return (
    <li className="flex flex-col gap-3 rounded-panel border border-line bg-card p-6 shadow-soft sm:p-8">
      <span className="grid size-12 place-items-center rounded-full bg-mango text-[#1e1916]">
        <FileText aria-hidden size={22} />
      </span>
      <h2 className="mt-2 text-[1.4rem]">{title}</h2>
      <p className="text-soft">{text}</p>
      <LinkButton
        href={href}
        target="_blank"
        rel="noopener"
        kind="ghost"
        className="mt-auto self-start"
      >
        {m.terms_open()}
        <span className="sr-only">: {title}</span>
      </LinkButton>
    </li>
  )
}
