import { DAY_SECONDS } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import type { RateLimiter } from '#server/http/rate-limit/limiter.ts'
import type { AddressTokens } from './address-tokens.ts'
import type { MailCause } from './mail-causes.ts'
import { toMailbox } from './mailbox.ts'
import { isMuted } from './muted-emails.ts'
import type { EmailContent, LateContent } from './template.ts'

type Kind = (EmailContent | LateContent)['kind']

/**
 * The limits for one mailbox of the emails that anybody can trigger: 10 an hour and 25 a day, of which 2 and 5 are
 * reserved for account recovery, and 4 and 10 for what is owed to the buyers of orders.
 */
const LIMITS_BY_CAUSE = {
  anybody: [
    { name: 'mailbox_hour', max: 4, seconds: 3600 },
    { name: 'mailbox_day', max: 10, seconds: DAY_SECONDS },
  ],
  way_in: [
    { name: 'mailbox_way_in_hour', max: 2, seconds: 3600 },
    { name: 'mailbox_way_in_day', max: 5, seconds: DAY_SECONDS },
  ],
  owed: [
    { name: 'mailbox_owed_hour', max: 4, seconds: 3600 },
    { name: 'mailbox_owed_day', max: 10, seconds: DAY_SECONDS },
  ],
} as const

/** An email that was not queued. `muted`: the owner of the mailbox does not want such emails. */
export interface DroppedMail {
  kind: Kind
  reason: 'limit' | 'muted'
}

/** What decides whether an email that strangers can cause is queued. */
export interface MailboxLimits {
  limiter: RateLimiter
  addressTokens: AddressTokens
  /** Receives what was not queued, so that operators see it. */
  onDropped: (mail: DroppedMail) => void
}

/**
 * Counts an email in the caller's transaction, unless it is always sent.
 * @returns false if the email must not be queued
 */
export async function countMail(
  { limiter, addressTokens, onDropped }: MailboxLimits,
  tx: Db,
  { to, kind, cause }: { to: string; kind: Kind; cause: MailCause },
): Promise<boolean> {
  if (cause === 'known') return true
  const digest = addressTokens.digest(toMailbox(to))
  if (cause !== 'owed' && (await isMuted(tx, digest, 'unasked'))) {
    onDropped({ kind, reason: 'muted' })
    return false
  }
  for (const limit of LIMITS_BY_CAUSE[cause])
    if (!(await limiter.tryConsume(limit, digest, tx))) {
      onDropped({ kind, reason: 'limit' })
      return false
    }
  return true
}
