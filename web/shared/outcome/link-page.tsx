import { useState } from 'react'
import { useParams } from 'react-router'
import type * as z from 'zod/mini'
import type { ApiResult, CallInput, Endpoint, EndpointReply } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { callEndpoint } from '#web/api/client.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { showFailureToast } from '../failure-toast.tsx'
import type { OutcomeArtName } from './outcome-art.tsx'
import { OutcomePage } from './outcome-page.tsx'

/** What the page says after a press: a title, a sentence, and a link to go on. */
export interface LinkOutcome {
  /** The default is the checked envelope of a success, or the lost one of a link that does not work. */
  art?: OutcomeArtName
  title: string
  text: string
  link?: { to: string; label: string }
}

/** An endpoint that the token of an emailed link is sent to. */
export type LinkEndpoint = Endpoint & { params: z.ZodMiniType<unknown, { token: string }> }

/** What the answers to a link mean. */
interface Answers<E extends Endpoint> {
  onDone: (reply: EndpointReply<E>) => LinkOutcome
  /** The error codes that mean that the link does not work. After any other failure the page can be tried again. */
  refusals: { [Code in ErrorCode]?: LinkOutcome }
}

/**
 * The page that an emailed link with a token in its path opens. It waits for a press, since mail programs open links in
 * advance, and then shows the outcome.
 * @param failure the title of the toast about a failure after which the press can be repeated
 * @param undo takes the press back; it is offered beside the question too
 */
export function LinkPage<E extends LinkEndpoint>({
  endpoint,
  question,
  onDone,
  refusals,
  failure,
  undo,
}: Answers<E> & {
  endpoint: E
  question: { title: string; text: string; submit: string }
  failure: string
  undo?: { endpoint: LinkEndpoint; label: string; onDone: LinkOutcome }
}) {
  const { token = '' } = useParams()
  const [shown, setShown] = useState<{ outcome: LinkOutcome; canUndo: boolean }>()
  const [isSending, setIsSending] = useState(false)

  const send = async <Sent extends LinkEndpoint>(
    sent: Sent,
    answers: Answers<Sent>,
    canUndo: boolean,
  ) => {
    setIsSending(true)
    const result = await callEndpoint(sent, { params: { token } } as unknown as CallInput<Sent>)
    setIsSending(false)
    const outcome = findOutcome(result, answers)
    if (outcome) setShown({ outcome, canUndo: canUndo && result.ok })
    else if (!result.ok) showFailureToast(failure, result)
  }
  const submit = () => void send(endpoint, { onDone, refusals }, true)
  const undoButton = undo && (
    <Button
      kind="ghost"
      pending={isSending}
      onClick={() => void send(undo.endpoint, { onDone: () => undo.onDone, refusals }, false)}
    >
      {undo.label}
    </Button>
  )

  if (!shown)
    return (
      <OutcomePage art="mailbox" title={question.title} lead={<p>{question.text}</p>}>
        <div className="mt-2 flex flex-wrap gap-3">
          <Button pending={isSending} onClick={submit}>
            {question.submit}
          </Button>
          {undoButton}
        </div>
      </OutcomePage>
    )
  const { outcome, canUndo } = shown
  const { art = 'checkedEnvelope', title, text, link } = outcome
  const buttons = link ? <LinkButton to={link.to}>{link.label}</LinkButton> : canUndo && undoButton
  return (
    <OutcomePage key={title} focusHeading art={art} title={title} lead={<p>{text}</p>}>
      {buttons && <div className="mt-2">{buttons}</div>}
    </OutcomePage>
  )
}

/** Returns what a page says about an answer; undefined after a failure that says nothing about the link. */
export function findOutcome<E extends Endpoint>(
  result: ApiResult<E>,
  { onDone, refusals }: Answers<E>,
): LinkOutcome | undefined {
  if (result.ok) return onDone(result.body)
  const refusal = refusals[result.code]
  return refusal && { art: 'lostEnvelope', ...refusal }
}
