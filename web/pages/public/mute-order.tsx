import { useState } from 'react'
import { useParams } from 'react-router'
import { mutePaymentEmails } from '#contract/orders/payment-emails.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { OutcomePage } from '#web/features/accounts/outcome-page.tsx'
import { paths } from '#web/paths.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import type { Route } from './+types/mute-order'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.mute_title(), { hidden: true })

/**
 * The page that the link out of the emails about a payment opens. It waits for a press, since mail programs open links
 * in advance.
 */
export default function MuteOrderPage() {
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<'done' | 'invalid'>()
  const [isSending, setIsSending] = useState(false)

  const mute = async () => {
    setIsSending(true)
    const reply = await callEndpoint(mutePaymentEmails, { params: { token } })
    setIsSending(false)
    if (reply.ok) setOutcome('done')
    else if (reply.code === 'PAYMENT_NOT_FOUND' || reply.code === 'ERROR_ORDER_LINK_REPLACED')
      setOutcome('invalid')
    else showFailureToast(m.mute_failed(), reply)
  }

  if (outcome === 'invalid')
    return (
      <OutcomePage
        focusHeading
        art="lostEnvelope"
        title={m.mute_invalid_title()}
        lead={<p>{m.mute_invalid()}</p>}
      >
        <div className="mt-2">
          <LinkButton to={paths.myOrders()}>{m.order_missing_action()}</LinkButton>
        </div>
      </OutcomePage>
    )
  if (outcome === 'done')
    return (
      <OutcomePage
        focusHeading
        art="checkedEnvelope"
        title={m.mute_done_title()}
        lead={<p>{m.mute_done()}</p>}
      >
        <div className="mt-2">
          <LinkButton to={paths.order(token)}>{m.mute_done_action()}</LinkButton>
        </div>
      </OutcomePage>
    )
  return (
    <OutcomePage art="mailbox" title={m.mute_title()} lead={<p>{m.mute_text()}</p>}>
      <div className="mt-2">
        <Button pending={isSending} onClick={() => void mute()}>
          {m.mute_submit()}
        </Button>
      </div>
    </OutcomePage>
  )
}
