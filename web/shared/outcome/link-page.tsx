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
type LinkEndpoint = Endpoint & { params: z.ZodMiniType<unknown, { token: string }> }

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
 */
export function LinkPage<E extends LinkEndpoint>({
  endpoint,
  question,
  onDone,
  refusals,
  failure,
}: Answers<E> & {
  endpoint: E
  question: { title: string; text: string; submit: string }
  failure: string
}) {
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<LinkOutcome>()
  const [isSending, setIsSending] = useState(false)

  const submit = async () => {
    setIsSending(true)
    const result = await callEndpoint(endpoint, { params: { token } } as unknown as CallInput<E>)
    setIsSending(false)
    const nextOutcome = findOutcome(result, { onDone, refusals })
    if (nextOutcome) setOutcome(nextOutcome)
    else if (!result.ok) showFailureToast(failure, result)
  }

  if (!outcome)
    return (
      <OutcomePage art="mailbox" title={question.title} lead={<p>{question.text}</p>}>
        <div className="mt-2">
          <Button pending={isSending} onClick={() => void submit()}>
            {question.submit}
          </Button>
        </div>
      </OutcomePage>
    )
  const { art = 'checkedEnvelope', title, text, link } = outcome
  return (
    <OutcomePage key={title} focusHeading art={art} title={title} lead={<p>{text}</p>}>
      {link && (
        <div className="mt-2">
          <LinkButton to={link.to}>{link.label}</LinkButton>
        </div>
      )}
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
