import { muteFileEmails, unmuteFileEmails } from '#contract/order-emails.ts'
import * as m from '#messages'
import { MutePage } from '#web/features/accounts/mute-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/mute-files'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.mute_files_title(), { hidden: true })

/** The page that the link out of the emails about changed files opens. */
export default function MuteFilesPage() {
  return (
    <MutePage
      mute={muteFileEmails}
      unmute={unmuteFileEmails}
      texts={{
        title: m.mute_files_title(),
        text: m.mute_files_text(),
        submit: m.mute_files_submit(),
        doneTitle: m.mute_files_done_title(),
        done: m.mute_files_done(),
        undoneTitle: m.mute_files_undone_title(),
        undone: m.mute_files_undone(),
      }}
    />
  )
}
