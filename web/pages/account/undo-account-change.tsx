import { undoPaymentAccountReplacement } from '#contract/payment-accounts.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { LinkPage } from '#web/shared/outcome/link-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/undo-account-change'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.undo_account_title(), { hidden: true })

/** The page that the link in the email about a new payout account opens. */
export default function UndoAccountChangePage() {
  return (
    <LinkPage
      endpoint={undoPaymentAccountReplacement}
      question={{
        title: m.undo_account_title(),
        text: m.undo_account_lead(),
        submit: m.undo_account_submit(),
      }}
      onDone={() => ({
        title: m.undo_account_done(),
        text: m.undo_account_done_lead(),
        link: { to: paths.recover(), label: m.undo_account_password() },
      })}
      refusals={{
        ERROR_INVALID_OR_EXPIRED_TOKEN: {
          title: m.undo_account_failed(),
          text: m.undo_account_failed_lead(),
          link: { to: paths.recover(), label: m.undo_account_recover() },
        },
      }}
      failure={m.payment_replacement_cancel_failed()}
    />
  )
}
