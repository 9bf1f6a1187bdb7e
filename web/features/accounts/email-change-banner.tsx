import { useSearchParams } from 'react-router'
import * as m from '#messages'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** The outcome of an email change. The confirmation page passes it in the query parameter `email_change`. */
export type EmailChangeOutcome = 'success' | 'error'

/** Shows the outcome of an email change after the confirmation page has redirected here. */
export function EmailChangeBanner() {
  const [search] = useSearchParams()
  const outcome = search.get('email_change')
  if (outcome !== 'success' && outcome !== 'error') return null
  return outcome === 'success' ? (
    <Banner tone="ok" live>
      {m.email_change_outcome_success()}
    </Banner>
  ) : (
    <Banner tone="bad" live>
      {m.email_change_outcome_error()}
    </Banner>
  )
}
