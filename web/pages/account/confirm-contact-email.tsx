import { useState } from 'react'
import { useParams } from 'react-router'
import { confirmContactEmail } from '#contract/profiles.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { OutcomePage } from '#web/features/accounts/outcome-page.tsx'
import { paths } from '#web/paths.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import type { Route } from './+types/confirm-contact-email'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.contact_email_title(), { hidden: true })

/**
 * The page that the link in the email to a contact address opens. It waits for a press, since mail programs open links in
 * advance.
 */
export default function ConfirmContactEmailPage() {
  const { token = '' } = useParams()
  const [result, setResult] = useState<'confirmed' | 'invalid'>()
  const [isSending, setIsSending] = useState(false)

  const confirm = async () => {
    setIsSending(true)
    const reply = await callEndpoint(confirmContactEmail, { params: { token } })
    setIsSending(false)
    if (reply.ok) setResult('confirmed')
    else if (reply.code === 'ERROR_INVALID_OR_EXPIRED_TOKEN') setResult('invalid')
    else showFailureToast(m.contact_email_failed(), reply)
  }

  if (!result)
    return (
      <OutcomePage
        art="mailbox"
        title={m.contact_email_title()}
        lead={<p>{m.contact_email_text()}</p>}
      >
        <div className="mt-2">
          <Button pending={isSending} onClick={() => void confirm()}>
            {m.contact_email_submit()}
          </Button>
        </div>
      </OutcomePage>
    )
  const isConfirmed = result === 'confirmed'
  return (
    <OutcomePage
      focusHeading
      art={isConfirmed ? 'checkedEnvelope' : 'lostEnvelope'}
      title={isConfirmed ? m.contact_email_done_title() : m.contact_email_invalid_title()}
      lead={<p>{isConfirmed ? m.contact_email_done() : m.contact_email_invalid()}</p>}
    >
      <div className="mt-2">
        <LinkButton to={paths.dashboard()}>{m.to_dashboard()}</LinkButton>
      </div>
    </OutcomePage>
  )
}
