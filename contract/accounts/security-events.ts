import type { NotificationData, NotificationEvent, NotificationKind } from '../notifications.ts'

/**
 * The emails that tell the owner of an account of a security event, with what each says of the event. The emails of
 * notifications are not among them.
 */
interface SecurityEmails {
  password_changed: object
  google_changed: { change: 'linked' | 'unlinked'; googleEmail: string }
  new_device: object
  email_change_notice: { newEmail: string }
  /** Goes to the former address, and has a link that undoes the change. */
  email_changed: { formerEmail: string }
}
export type SecurityEmailKind = keyof SecurityEmails
export type SecurityEmailData<E extends SecurityEmailKind> = SecurityEmails[E]

/**
 * Declares an event that the owner of the account is told of by an email.
 * @param data the part of what the email says that is the same for each event of this kind
 */
const announcedByEmail = <
  E extends SecurityEmailKind,
  const D extends Partial<SecurityEmails[E]> = object,
>(
  email: E,
  data?: D,
) => ({ email, data: data as D })

/**
 * Declares an event that the owner of the account is told of by a notification, which has an email too.
 * @param data the part of the notification's data that is the same for each event of this kind
 */
const announcedByNotification = <N extends string, const D extends object = object>(
  notification: N,
  data?: D,
) => ({ notification, data: data as D })

/** @param secondFactor what the notification calls the event, whose own kind says the rest */
const announcedAsSecondFactor = <const S extends string>(secondFactor: S) =>
  announcedByNotification('second_factor', { secondFactor })

/**
 * Everything that is logged of the security of an account, by the kind of the event, and how the owner is told of it,
 * if at all: the event may be the doing of somebody else.
 */
export const SECURITY_EVENTS = {
  registered: {},
  verified: {},
  signed_in: {},
  signed_in_new_device: announcedByEmail('new_device'),
  sign_in_failed: {},
  sign_in_code_requested: {},
  signed_out: {},
  password_changed: announcedByEmail('password_changed'),
  password_set: announcedByEmail('password_changed'),
  password_reset: announcedByEmail('password_changed'),
  recovery_requested: {},
  email_change_requested: announcedByEmail('email_change_notice'),
  email_changed: announcedByEmail('email_changed'),
  /** Another password is chosen with it. */
  email_change_undone: announcedByEmail('password_changed'),
  google_linked: announcedByEmail('google_changed', { change: 'linked' }),
  google_unlinked: announcedByEmail('google_changed', { change: 'unlinked' }),
  other_sessions_closed: {},
  payment_account_linked: announcedByNotification('account_linked'),
  /** Another account is to replace the current one. */
  payment_account_replaced: announcedByNotification('account_replacement'),
  /** The other account has taken the place of the former one. */
  payment_account_activated: announcedByNotification('account_linked'),
  payment_account_unlinked: announcedByNotification('account_unlinked', { account: 'unlinked' }),
  /** The owner has recovered the access to the account, and must confirm that the payment account is theirs. */
  payment_account_unconfirmed: announcedByNotification('account_unlinked', {
    account: 'unconfirmed',
  }),
  /** The provider does not accept the seller's permission any more. */
  payment_account_lost: announcedByNotification('account_unlinked'),
  payment_account_change_undone: {},
  second_factor_failed: {},
  /** A signed-in browser gave a wrong password, code or passkey where the identity had to be proved. */
  identity_proof_failed: {},
  totp_added: announcedAsSecondFactor('totp_added'),
  totp_removed: announcedAsSecondFactor('totp_removed'),
  passkey_added: announcedAsSecondFactor('passkey_added'),
  passkey_removed: announcedAsSecondFactor('passkey_removed'),
  /** The last second factor was removed, which is an event of its own too. */
  second_factor_off: announcedAsSecondFactor('off'),
  recovery_codes_renewed: announcedAsSecondFactor('recovery_codes_renewed'),
  recovery_code_used: announcedAsSecondFactor('recovery_code_used'),
  /** Somebody knows the password and has tried several codes. */
  second_factor_codes_guessed: announcedAsSecondFactor('codes_guessed'),
  second_factor_reset_requested: announcedAsSecondFactor('reset_requested'),
  second_factor_reset_cancelled: announcedAsSecondFactor('reset_cancelled'),
  second_factor_reset: announcedAsSecondFactor('reset'),
}

type SecurityEvents = typeof SECURITY_EVENTS
export type SecurityEventKind = keyof SecurityEvents
export const SECURITY_EVENT_KINDS = Object.keys(SECURITY_EVENTS) as SecurityEventKind[]

/** What notifications of the kind `second_factor` call the events that they tell of. */
export const SECOND_FACTOR_EVENTS = Object.values(SECURITY_EVENTS).flatMap(event =>
  'notification' in event && event.notification === 'second_factor'
    ? [event.data.secondFactor]
    : [],
)
export type SecondFactorEvent = (typeof SECOND_FACTOR_EVENTS)[number]

/** The kinds of events that the owner of the account is told of. */
export type AnnouncedEventKind = {
  [K in SecurityEventKind]: SecurityEvents[K] extends { data: unknown } ? K : never
}[SecurityEventKind]

/** What the owner is told of an event, besides what its declaration says. */
type AnnouncementData<K extends AnnouncedEventKind> = SecurityEvents[K] extends {
  email: infer E extends SecurityEmailKind
  data: infer D
}
  ? Omit<SecurityEmails[E], keyof D>
  : SecurityEvents[K] extends { notification: infer N extends NotificationKind; data: infer D }
    ? D extends Partial<NotificationData<N>>
      ? Omit<NotificationData<N>, keyof D> & Pick<NotificationEvent, 'emailLink'>
      : never
    : never

/**
 * What the owner is to be told of an event, as the last argument of the function that records it: nothing for an event
 * that the owner is not told of, and `nobody` if the owner is not told of it this time.
 */
export type AnnouncementArgument<K extends SecurityEventKind> = K extends AnnouncedEventKind
  ? object extends AnnouncementData<K>
    ? [data?: AnnouncementData<K> | 'nobody']
    : [data: AnnouncementData<K> | 'nobody']
  : []
