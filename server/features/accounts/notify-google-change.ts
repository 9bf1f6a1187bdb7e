import type { Transaction } from '#server/db/client.ts'
import { toLocale } from '#server/http/hooks/language.ts'
import type { Context } from '#server/context.ts'
import { logSecurityEvent } from './sessions/service.ts'
import type { ClientInfo } from './client-info.ts'

/**
 * Logs that a Google account was linked or unlinked, and emails the account's owner, since somebody else may have done
 * it.
 */
export async function notifyGoogleChanged(
  { mailQueue, config: { publicOrigin } }: Pick<Context, 'mailQueue' | 'config'>,
  tx: Transaction,
  user: { id: number; email: string; languagePreference: 'SPA' | 'EN' },
  { change, googleEmail }: { change: 'linked' | 'unlinked'; googleEmail: string },
  client: ClientInfo,
): Promise<void> {
  await logSecurityEvent(tx, user.id, `google_${change}`, client)
  await mailQueue.enqueue(tx, {
    to: user.email,
    locale: toLocale(user.languagePreference),
    content: {
      kind: 'google_changed',
      change,
      googleEmail,
      recoverLink: `${publicOrigin}/recover`,
    },
  })
}
