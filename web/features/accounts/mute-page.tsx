import * as m from '#messages'
import { type LinkEndpoint, LinkPage } from '#web/shared/outcome/link-page.tsx'

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

/**
 * The page that the link out of certain emails opens, which lets the choice be taken back.
 * @param mute stops the emails
 * @param unmute sends them again
 */
export function MutePage({
  mute,
  unmute,
  texts,
}: {
  mute: LinkEndpoint
  unmute: LinkEndpoint
  texts: MuteTexts
}) {
  const invalidLink = { title: m.mute_page_invalid_title(), text: m.mute_page_invalid() }
  return (
    <LinkPage
      endpoint={mute}
      question={texts}
      onDone={() => ({ title: texts.doneTitle, text: texts.done })}
      refusals={{ ERROR_MISSING_OR_EXPIRED_TOKEN: invalidLink, PAYMENT_NOT_FOUND: invalidLink }}
      failure={m.mute_page_failed()}
      undo={{
        endpoint: unmute,
        label: m.mute_page_undo(),
        onDone: { art: 'mailbox', title: texts.undoneTitle, text: texts.undone },
      }}
    />
  )
}
