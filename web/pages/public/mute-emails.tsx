import { muteMailbox, unmuteMailbox } from '#contract/mailboxes.ts'
import * as m from '#messages'
import { MutePage } from '#web/features/accounts/mute-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/mute-emails'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.mute_emails_title(), { hidden: true })

/** The page that the link out of the emails opens that anybody can cause who types an address. */
export default function MuteEmailsPage() {
  return (
    <MutePage
      mute={muteMailbox}
      unmute={unmuteMailbox}
      texts={{
        title: m.mute_emails_title(),
        text: m.mute_emails_text(),
        submit: m.mute_emails_submit(),
        doneTitle: m.mute_emails_done_title(),
        done: m.mute_emails_done(),
        undoneTitle: m.mute_emails_undone_title(),
        undone: m.mute_emails_undone(),
      }}
    />
  )
}
