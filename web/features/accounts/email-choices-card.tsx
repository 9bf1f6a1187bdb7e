import { useEffect, useRef, useState } from 'react'
import {
  type EmailChoices,
  type EmailTopic,
  getEmailChoices,
  setEmailChoice,
} from '#contract/order-emails.ts'
import * as m from '#messages'
import { type ApiFailure, callEndpoint } from '#web/api/client.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Loaded } from '#web/shared/loaded.tsx'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { Switch } from '#web/ui/forms/toggles.tsx'

const TEXTS: Record<EmailTopic, { label: () => string; hint: () => string }> = {
  payment: { label: m.emails_payment, hint: m.emails_payment_hint },
  files: { label: m.emails_files, hint: m.emails_files_hint },
  reviews: { label: m.emails_reviews, hint: m.emails_reviews_hint },
  unasked: { label: m.emails_unasked, hint: m.emails_unasked_hint },
}

/**
 * Switches for the emails that the token of a link names, which take effect at once. A token that names none gets a
 * page of its own, which has no other text.
 * @param topic what the email with the link was about, which stands first; undefined if that is unknown
 */
export function EmailChoicesCard({
  token,
  topic: openedTopic,
  onRetry,
}: {
  token: string
  topic: EmailTopic | undefined
  /** Mounts the card anew after a failure. */
  onRetry: () => void
}) {
  const [topics, setTopics] = useState<EmailChoices['topics']>()
  const [error, setError] = useState<ApiFailure>()
  const [savedTopic, setSavedTopic] = useState<EmailTopic>()

  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const result = await callEndpoint(getEmailChoices, { params: { token } })
      if (!isCurrent) return
      if (result.ok) setTopics(result.body.topics)
      else setError(result)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [token])

  // Calls of one switch could overtake each other, so a switch that is being saved ignores clicks.
  const savingTopics = useRef(new Set<EmailTopic>())
  const choose = async (topic: EmailTopic, isMuted: boolean) => {
    if (savingTopics.current.has(topic)) return
    savingTopics.current.add(topic)
    const show = (shown: boolean) =>
      setTopics(current =>
        current?.map(entry => (entry.topic === topic ? { topic, isMuted: shown } : entry)),
      )
    show(isMuted)
    setSavedTopic(undefined)
    const params = { token, topic }
    const result = await callEndpoint(setEmailChoice, {
      params,
      query: { muted: isMuted ? '1' : '0' },
    })
    savingTopics.current.delete(topic)
    if (result.ok) return setSavedTopic(topic)
    show(!isMuted)
    showFailureToast(m.emails_failed(), result)
  }

  if (error?.status === 404 || error?.status === 400)
    return (
      <OutcomePage
        art="lostEnvelope"
        title={m.emails_invalid_title()}
        lead={<p>{m.emails_invalid()}</p>}
      />
    )
  return (
    <OutcomePage art="mailbox" title={m.emails_title()} lead={<p>{m.emails_text()}</p>}>
      <Loaded query={{ data: topics, currentData: topics, error, refetch: onRetry }} height="h-72">
        {loaded => (
          <ul className="grid divide-y divide-line border-y border-line">
            {moveFirst(loaded, openedTopic).map(({ topic, isMuted }) => (
              <li key={topic} className="grid gap-1 py-4">
                {topic === openedTopic && (
                  <p className="text-tiny font-semibold text-soft">{m.emails_opened()}</p>
                )}
                <Switch
                  label={TEXTS[topic].label()}
                  hint={TEXTS[topic].hint()}
                  checked={!isMuted}
                  onChange={event => void choose(topic, !event.currentTarget.checked)}
                />
                <output className="text-small font-semibold text-jade">
                  {savedTopic === topic && (isMuted ? m.emails_stopped() : m.emails_resumed())}
                </output>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </OutcomePage>
  )
}

const moveFirst = (topics: EmailChoices['topics'], first: EmailTopic | undefined) => [
  ...topics.filter(({ topic }) => topic === first),
  ...topics.filter(({ topic }) => topic !== first),
]
