import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { EMAIL_TOPICS } from '#contract/order-emails.ts'
import * as m from '#messages'
import { EmailChoicesCard } from '#web/features/accounts/email-choices-card.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/email-choices'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.emails_title(), { hidden: true })

/** The page that the link out of certain emails opens. The server's HTML is the same for every token. */
export default function EmailChoicesPage({ params: { token } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const [attempt, setAttempt] = useState(0)
  return (
    <EmailChoicesCard
      key={`${token} ${attempt}`}
      token={token}
      topic={EMAIL_TOPICS.find(topic => topic === search.get('topic'))}
      onRetry={() => setAttempt(attempt + 1)}
    />
  )
}
