import { useParams } from 'react-router'
import { undoEmailChange } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { SetPasswordByLink } from '#web/features/accounts/passwords/set-password-by-link.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/undo-email-change'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.undo_email_title(), { hidden: true })

/** The page that the link in the email about a changed address opens. Only the browser reads the token. */
export default function UndoEmailChangePage() {
  const { token = '' } = useParams()
  return (
    <SetPasswordByLink
      texts={{
        title: m.undo_email_title(),
        lead: m.undo_email_lead(),
        slogan: m.reset_poster(),
        submit: m.undo_email_submit(),
        successText: m.undo_email_done(),
        failureText: m.undo_email_failed(),
      }}
      send={({ password }) =>
        callEndpoint(undoEmailChange, { params: { token }, body: { password } })
      }
    />
  )
}
