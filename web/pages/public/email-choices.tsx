import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { EMAIL_TOPICS } from '#contract/order-emails.ts'
import * as m from '#messages'
import { EmailChoiceList } from '#web/features/accounts/email-choice-list.tsx'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/email-choices'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.emails_title(), { hidden: true })

/** The page that the link out of certain emails opens. The server's HTML is the same for every token. */
export default function EmailChoicesPage({ params: { token } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  const [attempt, setAttempt] = useState(0)
  const topic = EMAIL_TOPICS.find(topic => topic === search.get('topic'))
  return (
    <OutcomePage art="mailbox" title={m.emails_title()} lead={<p>{m.emails_text()}</p>}>
      {isHydrated ? (
        <EmailChoiceList
          key={`${token} ${attempt}`}
          token={token}
          topic={topic}
          onRetry={() => setAttempt(attempt + 1)}
        />
      ) : (
        <Skeleton className="h-72 rounded-card" />
      )}
    </OutcomePage>
  )
}
