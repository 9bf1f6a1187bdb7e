import { useSearchParams } from 'react-router'
import * as m from '#messages'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** The outcome that the confirmation page passes on in the query field `email_change`. */
export type EmailChangeOutcome = 'success' | 'error'

/** Shows the outcome of an email change after the redirect from its confirmation page. */
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
