import type { SecurityEmailData, SecurityEmailKind } from '#contract/accounts/security-events.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import type { Transaction } from '#server/db/client.ts'
import type { users } from '#server/db/schema/index.ts'
import { toLocale } from '#server/http/hooks/language.ts'
import type { RequestClient } from '#server/http/request-headers.ts'
import type { EmailContent } from '#server/mail/template.ts'
import type { Context } from '#server/context.ts'
import { LIFETIME_HOURS, createToken } from '../email-tokens.ts'
import { parseUserAgent, maskIp } from '../user-agent.ts'

type UserRow = typeof users.$inferSelect
type MailContext = Pick<Context, 'mailQueue' | 'config'>

/** What an email about a security event is written from. */
interface EmailSource<E extends SecurityEmailKind> {
  context: MailContext
  tx: Transaction
  owner: UserRow
  data: SecurityEmailData<E>
  client: RequestClient
}

const getRecoverLink = ({ config: { publicOrigin } }: MailContext) => `${publicOrigin}/recover`

const EMAILS: {
  [E in SecurityEmailKind]: (source: EmailSource<E>) => EmailContent | Promise<EmailContent>
} = {
  password_changed: ({ context }) => ({
    kind: 'password_changed',
    recoverLink: getRecoverLink(context),
  }),
  google_changed: ({ context, data }) => ({
    kind: 'google_changed',
    ...data,
    recoverLink: getRecoverLink(context),
  }),
  new_device: ({ context, client: { ip, userAgent } }) => ({
    kind: 'new_device',
    ...parseUserAgent(userAgent),
    place: maskIp(ip),
    at: new Date().toISOString(),
    link: `${context.config.publicOrigin}/dashboard/security`,
    recoverLink: getRecoverLink(context),
  }),
  email_change_notice: ({ context, data }) => ({
    kind: 'email_change_notice',
    ...data,
    recoverLink: getRecoverLink(context),
  }),
  email_changed: ({ context, tx, owner, data: { formerEmail } }) =>
    writeUndoEmail(context, tx, owner, {
      formerEmail,
      until: new Date(Date.now() + LIFETIME_HOURS.undo_email_change * HOUR_MS),
    }),
}

/**
 * Emails the owner of an account about a security event: at the former address, if the data names one. The email is
 * always sent, since the owner must learn of the event.
 */
export async function sendSecurityEmail<E extends SecurityEmailKind>(
  kind: E,
  source: EmailSource<E>,
): Promise<void> {
  const { context, tx, owner, data } = source
  await context.mailQueue.enqueueWritten(tx, {
    to: 'formerEmail' in data ? data.formerEmail : owner.email,
    locale: toLocale(owner.languagePreference),
    isAskedByOwner: true,
    kind,
    write: async () => EMAILS[kind](source),
  })
}

/**
 * Writes the email that tells the former address of an account that its email has changed, with a new link that undoes
 * the change.
 * @param user the account with its new address
 * @param until until when the link works
 */
export async function writeUndoEmail(
  { config: { publicOrigin } }: Pick<Context, 'config'>,
  tx: Transaction,
  { id, email }: UserRow,
  { formerEmail, until }: { formerEmail: string; until: Date },
): Promise<EmailContent> {
  const token = await createToken(tx, {
    userId: id,
    purpose: 'undo_email_change',
    newEmail: formerEmail,
    expiresAt: until,
  })
  return {
    kind: 'email_changed',
    newEmail: email,
    until: until.toISOString(),
    link: `${publicOrigin}/undo-email-change/${token}`,
  }
}
