import type { Database } from '#server/db/client.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { purgeDevicesAndEvents } from './sessions/queries.ts'
import { purgeOAuthStates } from './google/oauth-states.ts'
import { sendRecoveryEmailJob, resendVerificationJob } from './job-kinds.ts'
import { purgeTokens } from './email-tokens.ts'
import { resendVerificationEmail } from './registration.ts'
import { sendRecoveryEmail } from './passwords/recover.ts'
import { purgeSessions } from './queries.ts'
import type { AccountsDeps } from './service.ts'

export function registerAccountsJobs(worker: Worker, deps: AccountsDeps): void {
  worker.handle(resendVerificationJob, ({ email }) => resendVerificationEmail(deps, email))
  worker.handle(sendRecoveryEmailJob, request => sendRecoveryEmail(deps, request))
}

/** Deletes expired sessions, email tokens and OAuth states, and old security events and devices. */
export async function purgeExpiredAccountData(db: Database): Promise<void> {
  await purgeSessions(db)
  await purgeTokens(db)
  await purgeOAuthStates(db)
  await purgeDevicesAndEvents(db)
}
