import type { NotificationEvent } from '#contract/notifications.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import type { EmailParts } from '#server/mail/layout.ts'
import { NOTIFICATION_KIND_DEFINITIONS } from './kinds/index.ts'
import type { NotificationKindDefinition } from './kinds/notification-kind.ts'

/** Builds the email of a notification. Its button opens a page of the seller's dashboard. */
export function buildNotificationEmail(
  {
    kind,
    data,
    emailLink,
    emailDetail = {},
  }: Pick<NotificationEvent, 'kind' | 'data' | 'emailLink' | 'emailDetail'>,
  locale: Locale,
  publicOrigin: string,
): EmailParts {
  // The table has for each kind the function that takes the data of this kind.
  const definition = NOTIFICATION_KIND_DEFINITIONS[kind] as NotificationKindDefinition<never>
  const { action, ...text } = definition.email(data as never, { locale }, emailDetail)
  const page = `${publicOrigin}${definition.path}`
  return {
    preview: text.paragraphs[0] ?? text.heading,
    notes: [m.notification_email_settings_note({}, { locale })],
    ...text,
    action: {
      label: action,
      href: emailLink ?? ('orderId' in data ? `${page}?sale=${data.orderId}` : page),
    },
  }
}
