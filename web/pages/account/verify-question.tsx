import {
  type EmailLink,
  VerifyWithPassword,
  verifyWithPassword,
} from '#contract/accounts/registration.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { OutcomePage } from '#web/shared/outcome/outcome-page.tsx'
import type { TokenResult } from '#web/features/accounts/use-email-token.ts'
import { paths } from '#web/paths.ts'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'

/**
 * The question of the verification page in a browser that did not register the account. The password of the
 * registration verifies the account; who does not know it chooses a new one, which replaces the one that somebody else
 * has chosen.
 */
export function VerifyQuestion({
  token,
  link,
  onResult,
}: {
  token: string
  link: EmailLink
  onResult: (result: TokenResult) => void
}) {
  return (
    <OutcomePage
      focusHeading
      art="mailbox"
      title={m.verify_ask_title()}
      lead={link.hasPassword ? m.verify_ask_text() : m.verify_ask_no_password()}
    >
      {link.hasPassword && <PasswordForm token={token} onResult={onResult} />}
      <div className="grid justify-items-start gap-3 border-t border-line pt-4">
        {link.hasPassword && <p className="text-small text-soft">{m.verify_ask_unknown()}</p>}
        <LinkButton to={paths.setPassword(token)} kind={link.hasPassword ? 'ghost' : 'primary'}>
          {m.verify_ask_choose()}
        </LinkButton>
      </div>
    </OutcomePage>
  )
}

function PasswordForm({
  token,
  onResult,
}: {
  token: string
  onResult: (result: TokenResult) => void
}) {
  return (
    <CallForm
      schema={VerifyWithPassword}
      fields={['password']}
      send={body => callEndpoint(verifyWithPassword, { params: { token }, body })}
      failure={m.verify_error()}
      errorFields={{ ERROR_PASSWORD_INVALID_CURRENT_PASSWORD: 'password' }}
      replaceForm={failure => {
        const isLinkDead = TOKEN_ERRORS.has(failure.code)
        if (isLinkDead) onResult({ ok: false, ...failure })
        return isLinkDead
      }}
      onDone={body => onResult({ ok: true, status: 204, body })}
      submit={m.verify_ask_submit()}
    >
      {({ field }) => (
        <PasswordField
          label={m.field_password()}
          showLabel={m.show_password()}
          hideLabel={m.hide_password()}
          {...field('password')}
        />
      )}
    </CallForm>
  )
}

/** The error codes that mean that the link does not work, whatever the password is. */
const TOKEN_ERRORS: ReadonlySet<string> = new Set([
  'ERROR_MISSING_OR_EXPIRED_TOKEN',
  'ERROR_NO_USER_FOUND_FOR_TOKEN',
  'ERROR_USER_ALREADY_VERIFIED',
])
