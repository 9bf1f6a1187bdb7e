import { useState } from 'react'
import { useParams } from 'react-router'
import { type AddressConfirmation, confirmOrderEmail } from '#contract/orders/address-change.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { OutcomePage } from '#web/features/accounts/outcome-page.tsx'
import { paths } from '#web/paths.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import type { Route } from './+types/confirm-order-email'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.address_confirm_title(), { hidden: true })

/**
 * The page that the link in an email about another address of an order opens. It waits for a press, since mail programs
 * open links in advance.
 */
export default function ConfirmOrderEmailPage() {
  const { token = '' } = useParams()
  const [result, setResult] = useState<AddressConfirmation | 'invalid' | 'refused'>()
  const [isSending, setIsSending] = useState(false)

  const confirm = async () => {
    setIsSending(true)
    const reply = await callEndpoint(confirmOrderEmail, { params: { token } })
    setIsSending(false)
    if (reply.ok) setResult(reply.body)
    else if (reply.code === 'ERROR_INVALID_OR_EXPIRED_TOKEN') setResult('invalid')
    else if (reply.code === 'PAYMENT_STATUS_ALREADY_CHANGED') setResult('refused')
    else showFailureToast(m.address_failed(), reply)
  }

  if (!result)
    return (
      <OutcomePage
        art="mailbox"
        title={m.address_confirm_title()}
        lead={<p>{m.address_confirm_text()}</p>}
      >
        <div className="mt-2">
          <Button pending={isSending} onClick={() => void confirm()}>
            {m.address_confirm_submit()}
          </Button>
        </div>
      </OutcomePage>
    )
  if (typeof result === 'string')
    return (
      <OutcomePage
        focusHeading
        art="lostEnvelope"
        title={m.address_invalid_title()}
        lead={<p>{result === 'invalid' ? m.address_invalid() : m.address_refused()}</p>}
      >
        <div className="mt-2">
          <LinkButton to={result === 'invalid' ? paths.myOrders() : paths.help()}>
            {result === 'invalid' ? m.order_missing_action() : m.order_sent_help()}
          </LinkButton>
        </div>
      </OutcomePage>
    )
  const isWaiting = result.state === 'waiting'
  return (
    <OutcomePage
      focusHeading
      art={isWaiting ? 'mailbox' : 'checkedEnvelope'}
      title={isWaiting ? m.address_waiting_title() : m.address_changed_title()}
      lead={<p>{isWaiting ? m.address_waiting() : m.address_changed()}</p>}
    >
      {result.orderToken !== null && (
        <div className="mt-2">
          <LinkButton to={paths.order(result.orderToken)}>{m.address_changed_action()}</LinkButton>
        </div>
      )}
    </OutcomePage>
  )
}
