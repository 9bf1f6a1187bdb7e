import type { NotificationEvent } from '#contract/notifications.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { EmailParts } from '#server/mail/layout.ts'
import { NOTIFICATION_KIND_DEFINITIONS } from './kinds/index.ts'

/** Builds the email of a notification. Its button opens a page of the seller's dashboard. */
export function buildNotificationEmail(
  { kind, detail, emailLink, emailDetail = {} }: NotificationEvent,
  locale: Locale,
  publicOrigin: string,
): EmailParts {
  const definition = NOTIFICATION_KIND_DEFINITIONS[kind]
  const { action, ...text } = definition.email(detail, { locale }, emailDetail)
  const page = `${publicOrigin}${definition.path}`
  return {
    preview: text.paragraphs[0] ?? text.heading,
    notes: [m.notification_email_settings_note({}, { locale })],
    ...text,
    action: {
      label: action,
      href: emailLink ?? (detail.orderId ? `${page}?sale=${detail.orderId}` : page),
    },
  }
}
