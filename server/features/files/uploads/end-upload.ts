import { daysAgo } from '#contract/core/time.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { type QuotaContext, reserveQuota } from '../storage-quota.ts'
import { removeUploadJob } from './job-kinds.ts'
import {
  type UploadRow,
  deleteExpiredUploads,
  deleteUploads,
  findExistingIds,
  findUploadIds,
  updateUpload,
} from './queries.ts'

const BATCH_SIZE = 100

/** More uploads without a row than this mean that the server uses a wrong database. */
const MAX_LOST_UPLOADS = 10

/** Gives the quota of an upload back whose row was deleted, and removes its bytes. A file that a product took stays. */
async function release(
  context: Context,
  tx: Transaction,
  { id, sellerId, sizeBytes, state, storageKey, takenAt }: UploadRow,
): Promise<void> {
  if (takenAt) return
  if (state !== 'refused') await reserveQuota(context, tx, sellerId, -sizeBytes)
  await enqueue(tx, removeUploadJob, { uploadId: id, storageKey })
}

/**
 * Ends an upload whose file no product has taken.
 * @throws ApiError ERROR_UPLOAD_NOT_FOUND if it has ended already
 */
export async function endUpload(context: Context, id: string): Promise<void> {
  await runTransaction(context.db, async tx => {
    const [row] = await deleteUploads(tx, [id])
    if (!row || row.takenAt) throw new ApiError('ERROR_UPLOAD_NOT_FOUND', id)
    await release(context, tx, row)
  })
}

/** Ends all uploads of a seller, in the transaction that closes the account. */
export async function endSellerUploads(
  context: Context,
  tx: Transaction,
  sellerId: number,
): Promise<void> {
  const ids = await findUploadIds(tx, sellerId)
  if (ids.length === 0) return
  for (const row of await deleteUploads(tx, ids)) await release(context, tx, row)
}

/** Ends the uploads that have expired, and forgets those whose file a product has taken. */
export async function expireUploads(context: Context): Promise<void> {
  for (let ended = BATCH_SIZE; ended === BATCH_SIZE;)
    ended = await runTransaction(context.db, async tx => {
      const rows = await deleteExpiredUploads(tx, BATCH_SIZE)
      for (const row of rows) await release(context, tx, row)
      return rows.length
    })
}

/** Refuses a file, whose bytes no longer count against the quota. Its row stays, so that the seller sees why. */
export async function refuseUpload(
  context: QuotaContext & Pick<Context, 'db'>,
  upload: UploadRow,
  refusal: NonNullable<UploadRow['refusal']>,
): Promise<void> {
  const { id, sellerId, sizeBytes, storageKey } = upload
  await runTransaction(context.db, async tx => {
    if (!(await updateUpload(tx, upload, { state: 'refused', refusal, storageKey: null }))) return
    await reserveQuota(context, tx, sellerId, -sizeBytes)
    await enqueue(tx, removeUploadJob, { uploadId: id, storageKey })
  })
}

/**
 * Removes the bytes of uploads that have no row, as a restored database leaves them. If there are many, the database
 * does not seem to belong to this storage: nothing is removed and an error is logged.
 */
export async function removeLostUploads({
  db,
  storage,
  log,
}: Pick<Context, 'db' | 'storage' | 'log'>): Promise<void> {
  const ids = new Set<string>()
  for await (const id of storage.incoming.listIds(daysAgo(1))) ids.add(id)
  const existingIds = await findExistingIds(db, [...ids])
  const lostIds = [...ids].filter(id => !existingIds.has(id))
  if (lostIds.length > MAX_LOST_UPLOADS) {
    log.error({ uploads: lostIds.length }, 'storage and database do not belong together')
    return
  }
  for (const id of lostIds) await storage.incoming.discard(id)
}
