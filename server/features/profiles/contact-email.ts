import { timingSafeEqual } from 'node:crypto'
import { DAY_SECONDS } from '#contract/core/time.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { findProfile, updateProfileRow } from './queries.ts'

/** How often the link for an address is mailed to it at most. A seller gets another one by saving the profile again. */
const LINKS_PER_ADDRESS = { name: 'contact_email', max: 3, seconds: DAY_SECONDS }

/** Mails the link that proves the contact email of a profile to it, unless it is proved or there is none. */
export async function sendContactEmailLink(
  { limiter, mailQueue, addressTokens, config: { publicOrigin } }: Context,
  tx: Transaction,
  userId: number,
): Promise<void> {
  const row = await findProfile(tx, userId)
  const address = row?.profile.contactEmail
  if (!row || !address || row.provedContactEmail !== null) return
  if (!(await limiter.tryConsume(LINKS_PER_ADDRESS, `${userId}:${address}`, tx))) return
  await mailQueue.enqueue(tx, {
    to: address,
    locale: row.languagePreference === 'EN' ? 'en' : 'es',
    content: {
      kind: 'contact_email',
      username: row.profile.username,
      link: `${publicOrigin}/contact-email/${userId}.${addressTokens.createOwnerCode(userId, address)}`,
    },
  })
}

/**
 * Marks the contact email of a profile as proved. The link is valid for as long as the profile has this address.
 * @throws ApiError ERROR_INVALID_OR_EXPIRED_TOKEN if the profile has another address, or the link is not one of ours
 */
export async function confirmContactEmail(
  { db, addressTokens }: Context,
  token: string,
): Promise<void> {
  const [id = '', code = ''] = token.split('.')
  const userId = /^\d{1,9}$/.test(id) ? Number(id) : 0
  await runTransaction(db, async tx => {
    const address = (await findProfile(tx, userId))?.profile.contactEmail
    if (!address || !isEqual(code, addressTokens.createOwnerCode(userId, address)))
      throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN')
    await updateProfileRow(tx, userId, { confirmedContactEmail: address })
  })
}

const isEqual = (text: string, other: string): boolean =>
  text.length === other.length && timingSafeEqual(Buffer.from(text), Buffer.from(other))
