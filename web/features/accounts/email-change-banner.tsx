import { useSearchParams } from 'react-router'
import * as m from '#messages'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** What the confirmation of an email hands on, as `?email_change=`. */
export type EmailChangeOutcome = 'success' | 'error'

/** How the change of the email went, on the screen that comes after it. */
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
