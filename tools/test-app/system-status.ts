import {
  type CheckKind,
  type CheckOf,
  type SystemStatus,
  getSystemStatus,
} from '#contract/system-status.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'

type CountName = 'failedJobs' | 'refundsDue' | 'scans' | 'unmatchedPayments' | 'webhookEvents'
/** The checks by their names. One whose part is not set up is missing. */
export type ChecksByName = {
  [Kind in Exclude<CheckKind, 'count'>]: CheckOf<Kind>
} & Record<CountName, CheckOf<'count'>>

export const indexChecks = ({ checks }: SystemStatus): ChecksByName =>
  Object.fromEntries(checks.map(check => [check.name, check])) as unknown as ChecksByName

/** Reads the system status as an admin. */
export const readChecks = async (admin: ApiClient): Promise<ChecksByName> =>
  indexChecks(expectOk(await admin.call(getSystemStatus, {})))
