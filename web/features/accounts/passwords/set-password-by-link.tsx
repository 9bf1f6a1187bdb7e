import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { NewPasswordForm } from '#contract/accounts/passwords.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { refreshSessionIfSignedIn } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import type { CallResult } from '#web/shared/forms/call-result.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { AuthPage } from '../auth-page.tsx'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import { useCountdown } from '../use-countdown.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

/** The seconds until the redirect to the login page. Source: specification, constants. */
const REDIRECT_SECONDS = 2

/** The error codes that mean that the emailed link no longer works. */
const DEAD_LINK_CODES: readonly ErrorCode[] = [
  'ERROR_INVALID_OR_EXPIRED_TOKEN',
  'ERROR_MISSING_TOKEN_OR_PASSWORD',
]

export interface SetPasswordTexts {
  title: string
  lead: string
  slogan: string
  submit: string
  successText: string
  failureText: string
}

type Passwords = z.infer<typeof NewPasswordForm>
type Outcome = 'form' | 'done' | 'deadLink'

/** Asks for a new password on the page that an emailed password link opens, then redirects to the login page. */
export function SetPasswordByLink({
  texts,
  send,
}: {
  texts: SetPasswordTexts
  send: (passwords: Passwords) => Promise<CallResult<unknown>>
}) {
  const [outcome, setOutcome] = useState<Outcome>('form')
  const replaceForm = (failure: ApiFailure) => {
    if (!DEAD_LINK_CODES.includes(failure.code)) return false
    showFailureToast(texts.failureText, failure)
    setOutcome('deadLink')
    return true
  }
  if (outcome === 'done') return <PasswordSaved title={texts.successText} />
  if (outcome === 'deadLink') return <DeadLink />
  return (
    <AuthPage
      title={texts.title}
      lead={texts.lead}
      poster="keys"
      slogan={texts.slogan}
      footer={
        <Link to={paths.login()} className="link inline-flex min-h-touch items-center">
          {m.nav_login()}
        </Link>
      }
    >
      <CallForm
        schema={NewPasswordForm}
        fields={['password', 'confirm_password']}
        send={send}
        hasCaptcha
        failure={texts.failureText}
        errorFields={{ ERROR_AUTH_PASSWORD_REUSE: 'password' }}
        replaceForm={replaceForm}
        onDone={() => {
          showToast('success', texts.successText, { id: 'password' })
          setOutcome('done')
          // The server has ended every session of the account, including the one of this browser.
          return refreshSessionIfSignedIn()
        }}
        submit={texts.submit}
      >
        {fields => (
          <NewPasswordFields
            {...fields}
            label={m.field_new_password()}
            confirmLabel={m.field_confirm_new_password()}
          />
        )}
      </CallForm>
    </AuthPage>
  )
}

function PasswordSaved({ title }: { title: string }) {
  const navigate = useNavigate()
  useCountdown(REDIRECT_SECONDS, () => void navigate(paths.login(), { replace: true }))
  return (
    <OutcomePage focusHeading art="openDoor" title={title} lead={null}>
      <div>
        <LinkButton to={paths.login()}>{m.to_login()}</LinkButton>
      </div>
    </OutcomePage>
  )
}

function DeadLink() {
  return (
    <OutcomePage
      focusHeading
      art="lostEnvelope"
      title={m.link_spent_title()}
      lead={
        <>
          <p>{m.link_spent_text()}</p>
          <p>{m.recover_neutral()}.</p>
        </>
      }
    >
      <div className="mt-2">
        <LinkButton to={paths.recover()}>{m.link_spent_again()}</LinkButton>
      </div>
    </OutcomePage>
  )
}
