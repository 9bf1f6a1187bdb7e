import { muteReviewReminders, unmuteReviewReminders } from '#contract/product-reviews/reminders.ts'
import * as m from '#messages'
import { MutePage } from '#web/features/accounts/mute-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/mute-reviews'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.mute_reviews_title(), { hidden: true })

/** The page that the link out of the reminders to review opens. */
export default function MuteReviewsPage() {
  return (
    <MutePage
      mute={muteReviewReminders}
      unmute={unmuteReviewReminders}
      texts={{
        title: m.mute_reviews_title(),
        text: m.mute_reviews_text(),
        submit: m.mute_reviews_submit(),
        doneTitle: m.mute_reviews_done_title(),
        done: m.mute_reviews_done(),
        undoneTitle: m.mute_reviews_undone_title(),
        undone: m.mute_reviews_undone(),
      }}
    />
  )
}
