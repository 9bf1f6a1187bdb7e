import type { Database } from '#server/db/client.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { purgeDevices } from './sessions/queries.ts'
import { purgeAttempts } from './google/oauth-states.ts'
import { mailRecovery, mailVerificationAgain } from './job-kinds.ts'
import { purgeLinks } from './email-tokens.ts'
import { mailVerificationTo } from './registration.ts'
import { mailRecoveryTo } from './passwords/recover.ts'
import { purgeSessions } from './queries.ts'
import type { AccountsDeps } from './service.ts'

export function accountsJobs(worker: Worker, deps: AccountsDeps): void {
  worker.handle(mailVerificationAgain, ({ email }) => mailVerificationTo(deps, email))
  worker.handle(mailRecovery, request => mailRecoveryTo(deps, request))
}

/** Drops what is over: sessions, links, ways to the provider, old events, devices long unseen. */
export async function purgeAccounts(db: Database): Promise<void> {
  await purgeSessions(db)
  await purgeLinks(db)
  await purgeAttempts(db)
  await purgeDevices(db)
}
