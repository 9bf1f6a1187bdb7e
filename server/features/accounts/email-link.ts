import type { EmailLink } from '#contract/accounts/registration.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { Context } from '#server/context.ts'
import { findUsableToken, isRegistrationBrowser } from './email-tokens.ts'
import { findAccountDevice } from './sessions/queries.ts'
import type { ClientInfo } from './client-info.ts'

/**
 * Tells the page of an emailed link whether to act without a press. Only the browser that asked for the email does: the
 * one that registered the account, or one in which its user has signed in. Programs that open the links of emails in
 * advance, and people whose address somebody else has given, use another browser.
 */
export async function describeEmailLink(
  { db }: Context,
  token: string,
  viewer: SessionUser | undefined,
  { deviceHash }: Pick<ClientInfo, 'deviceHash'>,
  registrationHash: string | undefined,
): Promise<EmailLink> {
  const link = await findUsableToken(db, ['verify', 'email_change'], token)
  // The call with the token reports what is wrong with it.
  if (!link) return { actsOnLoad: true, hasPassword: true }
  const { id, email, passwordHash } = link.user
  const actsOnLoad =
    viewer?.id === id ||
    (registrationHash !== undefined && (await isRegistrationBrowser(db, id, registrationHash))) ||
    (deviceHash !== undefined && (await findAccountDevice(db, email, deviceHash)) !== undefined)
  return { actsOnLoad, hasPassword: passwordHash !== null }
}
