import { useState } from 'react'
import { useParams } from 'react-router'
import { undoSecondFactor } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { OutcomePage } from '#web/features/accounts/outcome-page.tsx'
import { paths } from '#web/paths.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import type { Route } from './+types/undo-second-factor'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.undo_factor_title(), { hidden: true })

/**
 * The page that the link in the email about an added second factor opens. It waits for a press, since mail programs open
 * links in advance.
 */
export default function UndoSecondFactorPage() {
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<'done' | 'nothing'>()
  const [isSending, setIsSending] = useState(false)

  const undo = async () => {
    setIsSending(true)
    const result = await callEndpoint(undoSecondFactor, { params: { token } })
    setIsSending(false)
    if (result.ok) setOutcome('done')
    else if (result.code === 'ERROR_INVALID_OR_EXPIRED_TOKEN') setOutcome('nothing')
    else showFailureToast(m.undo_factor_error(), result)
  }

  if (outcome === 'done')
    return (
      <OutcomePage
        focusHeading
        art="checkedEnvelope"
        title={m.undo_factor_done()}
        lead={m.undo_factor_done_lead()}
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
        title={m.undo_factor_failed()}
        lead={m.undo_factor_failed_lead()}
      >
        <div className="mt-2">
          <LinkButton to={paths.login()}>{m.nav_login()}</LinkButton>
        </div>
      </OutcomePage>
    )
  return (
    <OutcomePage art="mailbox" title={m.undo_factor_title()} lead={m.undo_factor_lead()}>
      <div className="mt-2">
        <Button pending={isSending} onClick={() => void undo()}>
          {m.undo_factor_submit()}
        </Button>
      </div>
    </OutcomePage>
  )
}
