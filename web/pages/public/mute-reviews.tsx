import { useState } from 'react'
import { useParams } from 'react-router'
import { muteReviewReminders, unmuteReviewReminders } from '#contract/product-reviews/reminders.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { OutcomePage } from '#web/features/accounts/outcome-page.tsx'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Button } from '#web/ui/actions/button.tsx'
import type { Route } from './+types/mute-reviews'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.mute_reviews_title(), { hidden: true })

/**
 * The page that the link out of the reminders to review opens. It waits for a press, since mail programs open links in
 * advance.
 */
export default function MuteReviewsPage() {
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<'muted' | 'unmuted' | 'invalid'>()
  const [isSending, setIsSending] = useState(false)

  const send = async (isMuted: boolean) => {
    setIsSending(true)
    const endpoint = isMuted ? muteReviewReminders : unmuteReviewReminders
    const reply = await callEndpoint(endpoint, { params: { token } })
    setIsSending(false)
    if (reply.ok) setOutcome(isMuted ? 'muted' : 'unmuted')
    else if (reply.code === 'ERROR_MISSING_OR_EXPIRED_TOKEN') setOutcome('invalid')
    else showFailureToast(m.mute_reviews_failed(), reply)
  }

  if (outcome === 'invalid')
    return (
      <OutcomePage
        key={outcome}
        focusHeading
        art="lostEnvelope"
        title={m.mute_reviews_invalid_title()}
        lead={<p>{m.mute_reviews_invalid()}</p>}
      />
    )
  if (outcome === 'muted')
    return (
      <OutcomePage
        key={outcome}
        focusHeading
        art="checkedEnvelope"
        title={m.mute_reviews_done_title()}
        lead={<p>{m.mute_reviews_done()}</p>}
      >
        <div className="mt-2">
          <Button kind="ghost" pending={isSending} onClick={() => void send(false)}>
            {m.mute_reviews_undo()}
          </Button>
        </div>
      </OutcomePage>
    )
  if (outcome === 'unmuted')
    return (
      <OutcomePage
        key={outcome}
        focusHeading
        art="mailbox"
        title={m.mute_reviews_undone_title()}
        lead={<p>{m.mute_reviews_undone()}</p>}
      />
    )
  return (
    <OutcomePage art="mailbox" title={m.mute_reviews_title()} lead={<p>{m.mute_reviews_text()}</p>}>
      <div className="mt-2">
        <Button pending={isSending} onClick={() => void send(true)}>
          {m.mute_reviews_submit()}
        </Button>
      </div>
    </OutcomePage>
  )
}
