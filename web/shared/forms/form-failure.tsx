import type { ApiFailure } from '#web/api/client.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { getFailureText } from '../failure-text.ts'

/**
 * Says why the request of a form failed. It stands above the button that was pressed, where people look, and stays
 * until the next attempt, unlike a toast; screen readers announce it. After a cancelled proof of identity it says
 * nothing.
 */
export function FormFailure({
  title,
  failure,
  text,
}: {
  title: string
  failure: ApiFailure | undefined
  /** What explains the failure; undefined for the usual text. */
  text?: string | undefined
}) {
  if (!failure || failure.code === 'ERROR_REAUTHENTICATION_REQUIRED') return null
  return (
    <Banner tone="bad" title={title} live>
      {text ?? getFailureText(failure)}
    </Banner>
  )
}
