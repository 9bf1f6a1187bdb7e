import { statfs } from 'node:fs/promises'
import * as m from '#messages'
import { MAX_LAG_SECONDS, readReplicaState } from '#server/db/checks/replica-state.ts'
import { assertDatabaseAnswers } from '#server/db/checks/watchdog.ts'
import type { Database, OpenDatabase } from '#server/db/client.ts'
import { waitAtMost } from '#server/deadline.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { judge } from '#server/signals/signal.ts'
import { SIGNALS } from '#server/signals/signals.ts'
import { type CheckResult, mostUrgent } from './check.ts'

/** Shorter than the time of a check, so that a storage that hangs is reported as such. */
const STORAGE_TIMEOUT_MS = 2500

/** Where the files are stored: in a folder, or in a bucket. */
interface StoragePlace {
  storage: Pick<Storage, 'assertWritable'>
  /** The folder of the files on the disk; undefined if they are in a bucket. */
  diskFolder: string | undefined
  bucket: string | undefined
}

export async function checkDatabase({
  pool,
}: Pick<OpenDatabase, 'pool'>): Promise<CheckResult<'database'>> {
  const startedAt = performance.now()
  try {
    await assertDatabaseAnswers(pool)
  } catch {
    return { state: SIGNALS.KioskoDatabaseDown.severity, since: null, figures: null }
  }
  const responseMs = Math.ceil(performance.now() - startedAt)
  return { state: 'ok', since: null, figures: { responseMs } }
}

/** The primary answers in place of a replica that lags or fails, so that this is never critical. */
export async function checkReplica(replica: Database): Promise<CheckResult<'replica'>> {
  try {
    const { isReplica, lagSeconds } = await readReplicaState(replica)
    const isCurrent = isReplica && lagSeconds !== null && lagSeconds <= MAX_LAG_SECONDS
    return {
      state: isCurrent ? 'ok' : 'warning',
      since: null,
      figures: { lagSeconds: lagSeconds === null ? null : Math.round(lagSeconds) },
    }
  } catch {
    return { state: 'warning', since: null, figures: null }
  }
}

export async function checkStorage({
  storage,
  diskFolder,
  bucket,
}: StoragePlace): Promise<CheckResult<'storage'>> {
  const [isWritable, disk] = await Promise.all([
    waitAtMost(STORAGE_TIMEOUT_MS, storage.assertWritable(), 'the storage did not answer in time')
      .then(() => true)
      .catch(() => false),
    diskFolder === undefined ? null : readSpace(diskFolder),
  ])
  const freeShare = disk ? disk.freeBytes / disk.totalBytes : 1
  return {
    ...(!isWritable && { action: m.status_storage_bad_action }),
    state: mostUrgent(
      isWritable ? 'ok' : 'critical',
      judge(SIGNALS.KioskoStorageAlmostFull, freeShare),
    ),
    since: null,
    figures: { isWritable, disk, bucket: bucket ?? null },
  }
}

/** Returns null if the disk cannot be asked, for instance because the folder is gone. */
async function readSpace(folder: string) {
  const space = await statfs(folder).catch(() => null)
  return space && { freeBytes: space.bavail * space.bsize, totalBytes: space.blocks * space.bsize }
}
