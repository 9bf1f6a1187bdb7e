import type * as z from 'zod/mini'
import type { resetPassword as reset } from '#contract/accounts/passwords.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { localeOf } from '#server/http/language.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { forgetDevices } from '../sessions/queries.ts'
import { note } from '../sessions/service.ts'
import { tellGoogleChanged } from '../google/notify.ts'
import { mailRecovery } from '../job-kinds.ts'
import { makeLink, useLink, userOfLink, voidLinks } from '../email-tokens.ts'
import {
  deleteSessionsOf,
  deleteForeignIdentities,
  findUserByEmail,
  updateUserRow,
} from '../queries.ts'
import type { AccountsDeps, Visitor } from '../service.ts'
import { mailPasswordChanged } from './change.ts'
import { forgetFailedLogins } from './login-throttle.ts'
import { hashPassword, passwordMatches } from './hashing.ts'
import { refuseWeakPassword } from './weak-password.ts'

const MAILS_PER_ADDRESS = { name: 'recover_address', max: 5, seconds: 600 }

/**
 * Mails a link to choose a password. Whether anybody has the address is looked up by a job, so that known and
 * unknown ones get the same answer after the same work.
 * @throws ApiError ERROR_PASSWORD_RECOVER_AUTHENTICATED to a signed-in session
 */
export async function recoverPassword(
  { db, limiter }: AccountsDeps,
  email: string,
  viewer: SessionUser | undefined,
  { ip, userAgent }: Visitor,
): Promise<void> {
  if (viewer) throw new ApiError('ERROR_PASSWORD_RECOVER_AUTHENTICATED')
  if (await limiter.tryConsume(MAILS_PER_ADDRESS, email))
    await enqueue(db, mailRecovery, { email, ip, userAgent })
}

/** The other half of `recoverPassword`: /reset where there is a password, /set where there is none. */
export async function mailRecoveryTo(
  { db, postman, publicOrigin }: AccountsDeps,
  { email, ...visitor }: { email: string; ip: string; userAgent: string },
): Promise<void> {
  await db.transaction(async tx => {
    const user = await findUserByEmail(tx, email)
    if (!user) return
    const purpose = user.passwordHash === null ? 'set' : 'reset'
    const token = await makeLink(tx, { userId: user.id, purpose })
    await note(tx, user.id, 'recovery_requested', visitor)
    await postman.queue(tx, {
      to: email,
      locale: localeOf(user.languagePreference),
      letter: { kind: 'recover', purpose, link: `${publicOrigin}/${purpose}/${token}` },
    })
  })
}

/**
 * Chooses a password by a mailed link. The link proves the address: every session, known device and other link ends,
 * and every identity that is not this address's, by its provider's word.
 * @throws ApiError ERROR_MISSING_TOKEN_OR_PASSWORD; ERROR_INVALID_OR_EXPIRED_TOKEN; ERROR_AUTH_PASSWORD_REUSE;
 *   INVALID_DATA for a password everybody tries. After each but the last of these the link is as it was.
 */
export async function choosePasswordByLink(
  deps: AccountsDeps,
  purpose: 'reset' | 'set',
  { token, password }: Pick<z.infer<(typeof reset)['body']>, 'token' | 'password'>,
  visitor: Visitor,
): Promise<void> {
  const { db } = deps
  if (!token || !password) throw new ApiError('ERROR_MISSING_TOKEN_OR_PASSWORD')
  const user = await userOfLink(db, purpose, token)
  if (!user) throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN')
  await refuseWeakPassword(password, user.email, 'password')
  if (user.passwordHash && (await passwordMatches(user.passwordHash, password)))
    throw new ApiError('ERROR_AUTH_PASSWORD_REUSE')
  const passwordHash = await hashPassword(password)
  await db.transaction(async tx => {
    if (!(await useLink(tx, purpose, token))) throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN')
    await updateUserRow(tx, user.id, { passwordHash, verifiedAt: user.verifiedAt ?? new Date() })
    await deleteSessionsOf(tx, user.id)
    const dropped = await deleteForeignIdentities(tx, user)
    await forgetDevices(tx, user.id)
    await voidLinks(tx, user.id)
    await note(tx, user.id, purpose === 'set' ? 'password_set' : 'password_reset', visitor)
    await mailPasswordChanged(deps, tx, user)
    for (const googleEmail of dropped)
      await tellGoogleChanged(deps, tx, user, { change: 'unlinked', googleEmail }, visitor)
  })
  await forgetFailedLogins(deps, user.email, visitor)
}
