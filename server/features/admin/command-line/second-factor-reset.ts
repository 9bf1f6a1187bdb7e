import type { Database } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import {
  type ResetRequest,
  requestSecondFactorReset,
} from '#server/features/accounts/second-factor/reset.ts'
import { logAdminAction } from '../audit.ts'

/** Requests the removal of a user's second factors from the server's command line, and logs the request. */
export async function requestReset(db: Database, email: string): Promise<ResetRequest['outcome']> {
  return runTransaction(db, async tx => {
    const request = await requestSecondFactorReset(tx, email)
    if (request.outcome === 'requested')
      await logAdminAction(tx, {
        adminId: null,
        action: 'request_second_factor_reset',
        targetId: String(request.userId),
      })
    return request.outcome
  })
}
