import { useState } from 'react'
import { useParams } from 'react-router'
import { undoPaymentAccountReplacement } from '#contract/payment-accounts.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { OutcomePage } from '#web/features/accounts/outcome-page.tsx'
import { paths } from '#web/paths.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import type { Route } from './+types/undo-account-change'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.undo_account_title(), { hidden: true })

/**
 * The page that the link in the email about a new payout account opens. It waits for a press, since mail programs open
 * links in advance.
 */
export default function UndoAccountChangePage() {
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<'done' | 'nothing'>()
  const [isSending, setIsSending] = useState(false)

  const undo = async () => {
    setIsSending(true)
    const result = await callEndpoint(undoPaymentAccountReplacement, { params: { token } })
    setIsSending(false)
    if (result.ok) setOutcome('done')
    else if (result.code === 'ERROR_INVALID_OR_EXPIRED_TOKEN') setOutcome('nothing')
    else showFailureToast(m.payment_replacement_cancel_failed(), result)
  }

  if (outcome === 'done')
    return (
      <OutcomePage
        focusHeading
        art="checkedEnvelope"
        title={m.undo_account_done()}
        lead={m.undo_account_done_lead()}
      >
        <div className="mt-2">
          <LinkButton to={paths.recover()}>{m.undo_account_password()}</LinkButton>
        </div>
      </OutcomePage>
    )
  if (outcome === 'nothing')
    return (
      <OutcomePage
        focusHeading
        art="lostEnvelope"
        title={m.undo_account_failed()}
        lead={m.undo_account_failed_lead()}
      >
        <div className="mt-2">
          <LinkButton to={paths.recover()}>{m.undo_account_recover()}</LinkButton>
        </div>
      </OutcomePage>
    )
  return (
    <OutcomePage art="mailbox" title={m.undo_account_title()} lead={m.undo_account_lead()}>
      <div className="mt-2">
        <Button pending={isSending} onClick={() => void undo()}>
          {m.undo_account_submit()}
        </Button>
      </div>
    </OutcomePage>
  )
}
