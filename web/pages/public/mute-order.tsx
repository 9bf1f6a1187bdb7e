import { mutePaymentEmails, unmutePaymentEmails } from '#contract/order-emails.ts'
import * as m from '#messages'
import { MutePage } from '#web/features/accounts/mute-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/mute-order'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.mute_title(), { hidden: true })

/** The page that the link out of the emails about a payment opens. */
export default function MuteOrderPage() {
  return (
    <MutePage
      mute={mutePaymentEmails}
      unmute={unmutePaymentEmails}
      texts={{
        title: m.mute_title(),
        text: m.mute_text(),
        submit: m.mute_submit(),
        doneTitle: m.mute_done_title(),
        done: m.mute_done(),
        undoneTitle: m.mute_undone_title(),
        undone: m.mute_undone(),
      }}
    />
  )
}
