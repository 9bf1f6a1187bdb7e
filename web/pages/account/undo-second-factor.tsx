import { undoSecondFactor } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { LinkPage } from '#web/shared/outcome/link-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/undo-second-factor'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.undo_factor_title(), { hidden: true })

/** The page that the link in the email about an added second factor opens. */
export default function UndoSecondFactorPage() {
  return (
    <LinkPage
      endpoint={undoSecondFactor}
      question={{
        title: m.undo_factor_title(),
        text: m.undo_factor_lead(),
        submit: m.undo_factor_submit(),
      }}
      onDone={() => ({
        title: m.undo_factor_done(),
        text: m.undo_factor_done_lead(),
        link: { to: paths.recover(), label: m.undo_account_password() },
      })}
      refusals={{
        ERROR_INVALID_OR_EXPIRED_TOKEN: {
          title: m.undo_factor_failed(),
          text: m.undo_factor_failed_lead(),
          link: { to: paths.login(), label: m.nav_login() },
        },
      }}
      failure={m.undo_factor_error()}
    />
  )
}
