import { formatDateTime } from '#contract/core/format-date.ts'
import type { SecondFactorEvent } from '#contract/accounts/security-events.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { NotificationKindDefinition } from '../notification-kind.ts'

type Text = (inputs: { time: string }, options: { locale: Locale }) => string

const TEXTS: Record<SecondFactorEvent, { title: Text; body: Text }> = {
  totp_added: { title: m.second_factor_totp_added, body: m.second_factor_totp_added_body },
  totp_removed: { title: m.second_factor_totp_removed, body: m.second_factor_totp_removed_body },
  passkey_added: { title: m.second_factor_passkey_added, body: m.second_factor_passkey_added_body },
  passkey_removed: {
    title: m.second_factor_passkey_removed,
    body: m.second_factor_passkey_removed_body,
  },
  off: { title: m.second_factor_off, body: m.second_factor_off_body },
  recovery_codes_renewed: {
    title: m.second_factor_codes_renewed,
    body: m.second_factor_codes_renewed_body,
  },
  recovery_code_used: { title: m.second_factor_code_used, body: m.second_factor_code_used_body },
  codes_guessed: { title: m.second_factor_guessed, body: m.second_factor_guessed_body },
  reset_requested: {
    title: m.second_factor_reset_requested,
    body: m.second_factor_reset_requested_body,
  },
  reset_cancelled: {
    title: m.second_factor_reset_cancelled,
    body: m.second_factor_reset_cancelled_body,
  },
  reset: { title: m.second_factor_reset, body: m.second_factor_reset_body },
}

/** Tells whether somebody has made the change in a session of the user. */
const isByUser = (change: SecondFactorEvent): boolean =>
  change !== 'codes_guessed' && !change.startsWith('reset')

/** The notification that a second factor of the account has changed, which somebody else may have done. */
export const secondFactorNotification: NotificationKindDefinition<'second_factor'> = {
  path: '/dashboard/security/second-factor',
  email({ secondFactor, activatesAt, undoUntil }, options) {
    const { title, body } = TEXTS[secondFactor]
    const time = activatesAt ? formatDateTime(activatesAt, options.locale) : ''
    return {
      subject: title({ time }, options),
      heading: title({ time }, options),
      paragraphs: [
        body({ time }, options),
        ...(undoUntil
          ? [
              m.second_factor_undo_text(
                { time: formatDateTime(undoUntil, options.locale) },
                options,
              ),
            ]
          : isByUser(secondFactor)
            ? [m.second_factor_not_you({}, options)]
            : []),
      ],
      action: undoUntil
        ? m.second_factor_undo_action({}, options)
        : m.second_factor_email_action({}, options),
      // The hint that emails can be turned off is omitted, since this email is mandatory.
      notes: [],
    }
  },
}
