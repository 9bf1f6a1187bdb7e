import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { GOOGLE_OUTCOMES, type GoogleOutcome } from '#contract/accounts/google.ts'
import * as m from '#messages'
import { Banner, type BannerTone } from '#web/ui/feedback/banner.tsx'

const OUTCOME_BANNERS: Record<GoogleOutcome, { tone: BannerTone; text: () => string }> = {
  linked: { tone: 'ok', text: m.google_linked },
  denied: { tone: 'warn', text: m.google_denied },
  taken: { tone: 'bad', text: m.google_taken },
  unverified_email: { tone: 'bad', text: m.google_unverified_email },
  password_first: { tone: 'warn', text: m.google_password_first },
  suspended: { tone: 'bad', text: m.google_suspended },
  failed: { tone: 'bad', text: m.google_failed },
}

/**
 * Shows the outcome of a Google sign-in or link. The server passes it in the query parameter `google` after the
 * redirect from Google.
 */
export function GoogleOutcomeBanner() {
  const [search] = useSearchParams()
  const outcome = GOOGLE_OUTCOMES.find(candidate => candidate === search.get('google'))
  const suspensionReason = useSyncExternalStore(subscribeToNothing, readSuspensionReason, () => '')
  if (!outcome) return null
  const { tone, text } = OUTCOME_BANNERS[outcome]
  return (
    <Banner tone={tone} live>
      <span>{text()}</span>
      {outcome === 'suspended' && suspensionReason && (
        <span> {m.login_suspended_reason({ reason: suspensionReason })}</span>
      )}
    </Banner>
  )
}

const subscribeToNothing = () => () => undefined

/** Returns the reason that the server has set as a cookie of a minute, or an empty text. */
function readSuspensionReason(): string {
  const [, reason = ''] =
    /(?:^|; )(?:__Host-suspension|suspension_\d+)=([^;]*)/.exec(document.cookie) ?? []
  return decodeURIComponent(reason)
}
