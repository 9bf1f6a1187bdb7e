import type { Transaction } from '#server/db/client.ts'
import { localeOf } from '#server/http/language.ts'
import { note } from '../sessions/service.ts'
import type { AccountsDeps, Visitor } from '../service.ts'

/** Writes down that a way in came or went, and tells the account's owner by mail: it may not have been them. */
export async function tellGoogleChanged(
  { postman, publicOrigin }: Pick<AccountsDeps, 'postman' | 'publicOrigin'>,
  tx: Transaction,
  user: { id: number; email: string; languagePreference: 'SPA' | 'EN' },
  { change, googleEmail }: { change: 'linked' | 'unlinked'; googleEmail: string },
  visitor: Visitor,
): Promise<void> {
  await note(tx, user.id, `google_${change}`, visitor)
  await postman.queue(tx, {
    to: user.email,
    locale: localeOf(user.languagePreference),
    letter: { kind: 'google_changed', change, googleEmail, recoverLink: `${publicOrigin}/recover` },
  })
}
