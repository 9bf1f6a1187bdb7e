import { useState } from 'react'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { OutcomePage } from './outcome-page.tsx'

/** What stopping certain emails means, before and after it, and after it was taken back. */
interface MuteTexts {
  title: string
  text: string
  submit: string
  doneTitle: string
  done: string
  undoneTitle: string
  undone: string
}

/** The codes of the answers to a link that is incomplete or made up. */
const INVALID_LINK: ReadonlySet<ErrorCode> = new Set([
  'ERROR_MISSING_OR_EXPIRED_TOKEN',
  'PAYMENT_NOT_FOUND',
])

/**
 * The page that the link out of certain emails opens. It waits for a press, since mail programs open links in advance,
 * and lets the choice be taken back.
 * @param send stops the emails, or sends them again
 */
export function MutePage({
  send,
  texts,
}: {
  send: (isMuted: boolean) => Promise<{ ok: true } | { ok: false; code: ErrorCode }>
  texts: MuteTexts
}) {
  const [outcome, setOutcome] = useState<'muted' | 'unmuted' | 'invalid'>()
  const [isSending, setIsSending] = useState(false)

  const choose = async (isMuted: boolean) => {
    setIsSending(true)
    const reply = await send(isMuted)
    setIsSending(false)
    if (reply.ok) setOutcome(isMuted ? 'muted' : 'unmuted')
    else if (INVALID_LINK.has(reply.code)) setOutcome('invalid')
    else showFailureToast(m.mute_page_failed(), reply)
  }

  if (outcome === 'invalid')
    return (
      <OutcomePage
        key={outcome}
        focusHeading
        art="lostEnvelope"
        title={m.mute_page_invalid_title()}
        lead={<p>{m.mute_page_invalid()}</p>}
      />
    )
  if (outcome === 'muted')
    return (
      <OutcomePage
        key={outcome}
        focusHeading
        art="checkedEnvelope"
        title={texts.doneTitle}
        lead={<p>{texts.done}</p>}
      >
        <div className="mt-2">
          <Button kind="ghost" pending={isSending} onClick={() => void choose(false)}>
            {m.mute_page_undo()}
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
        title={texts.undoneTitle}
        lead={<p>{texts.undone}</p>}
      />
    )
  return (
    <OutcomePage art="mailbox" title={texts.title} lead={<p>{texts.text}</p>}>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button pending={isSending} onClick={() => void choose(true)}>
          {texts.submit}
        </Button>
        <Button kind="ghost" pending={isSending} onClick={() => void choose(false)}>
          {m.mute_page_undo()}
        </Button>
      </div>
    </OutcomePage>
  )
}
