import type { Database } from '#server/db/client.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { purgeDevicesAndEvents } from './sessions/queries.ts'
import { purgeOAuthStates } from './google/oauth-states.ts'
import { sendRecoveryEmailJob, resendVerificationJob, signInCodeJob } from './job-kinds.ts'
import { purgeTokens } from './email-tokens.ts'
import { resendVerificationEmail } from './registration.ts'
import { sendRecoveryEmail } from './recovery/recover.ts'
import { purgeSessions } from './queries.ts'
import { sendSignInCode } from './sign-in/sign-in.ts'
import { purgePasskeyChallenges } from './second-factor/passkeys/challenges.ts'
import { registerResetJobs } from './second-factor/reset.ts'
import { purgeSecondSteps } from './second-factor/steps.ts'
import { purgeUnverifiedAccounts } from './unverified-accounts.ts'

export function registerAccountsJobs(worker: Worker, context: Context): void {
  worker.handle(resendVerificationJob, ({ email }) => resendVerificationEmail(context, email))
  worker.handle(sendRecoveryEmailJob, request => sendRecoveryEmail(context, request))
  worker.handle(signInCodeJob, request => sendSignInCode(context, request))
  registerResetJobs(worker, context)
}

/**
 * Deletes expired sessions, email tokens, OAuth states, second steps and passkey challenges, old security events and
 * devices, and accounts that nobody has verified.
 */
export async function purgeExpiredAccountData(db: Database): Promise<void> {
  await purgeSessions(db)
  await purgeTokens(db)
  await purgeOAuthStates(db)
  await purgeSecondSteps(db)
  await purgePasskeyChallenges(db)
  await purgeDevicesAndEvents(db)
  await purgeUnverifiedAccounts(db)
}
