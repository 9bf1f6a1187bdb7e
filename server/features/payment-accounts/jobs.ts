import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { mailBrake, mailTokenBrakeJob } from './brake-email.ts'
import { activatePaymentAccountJob, activateWaitingAccount } from './replacement/replacement.ts'
import { eraseUnusedTokens } from './token-queries.ts'
import { refreshIdleTokens } from './tokens.ts'

/**
 * An order's payments are read for 35 days, and the provider refunds a payment for 180 days. Source: the provider's
 * facts, refunds.
 */
const TOKENS_NEEDED = { payableDays: 35, refundableDays: 180 }

/** Registers the jobs of payment accounts, and the tasks that refresh tokens ahead of time and erase unused tokens. */
export function registerPaymentAccountsJobs(worker: Worker, context: Context): void {
  worker.handle(activatePaymentAccountJob, ({ userId }) => activateWaitingAccount(context, userId))
  worker.handle(mailTokenBrakeJob, ({ lost }) => mailBrake(context, lost))
  worker.schedule('refresh_tokens', HOUR_MS, () => refreshIdleTokens(context))
  worker.schedule('erase_tokens', DAY_MS, () => eraseUnusedTokens(context.db, TOKENS_NEEDED))
}
