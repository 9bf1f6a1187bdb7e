import type { Database, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { removeFileJob } from '../job-kinds.ts'
import { type StorageQuotaDeps, reserveQuota } from '../storage-quota.ts'
import {
  findOutdatedFiles,
  findWaitingFileIds,
  lockProductOfFile,
  markFileReleased,
} from './publish-queries.ts'

const BATCH = 100

/** Releases a file version that has not been ordered: returns its bytes to the quota and enqueues its removal. */
export async function releaseFile(
  deps: StorageQuotaDeps,
  tx: Transaction,
  sellerId: number,
  fileId: number | null,
): Promise<void> {
  const releasedFile = fileId === null ? undefined : await markFileReleased(tx, fileId)
  if (!releasedFile) return
  await reserveQuota(deps, tx, sellerId, -releasedFile.sizeBytes)
  await enqueue(tx, removeFileJob, { storageKey: releasedFile.storageKey })
}

/** Releases the file versions of a product that wait for their scan, which a newer version or a withdrawal replaces. */
export async function releaseWaitingFiles(
  deps: StorageQuotaDeps,
  tx: Transaction,
  product: { id: number; sellerId: number },
): Promise<void> {
  for (const fileId of await findWaitingFileIds(tx, product.id))
    await releaseFile(deps, tx, product.sellerId, fileId)
}

/**
 * Releases the replaced and withdrawn files whose orders have all ended without a payment since. Without this, an order
 * that nobody paid would keep a file and its bytes in the quota for ever.
 * @returns the number of files; at most a batch at a time
 */
export async function releaseOutdatedFiles(
  deps: StorageQuotaDeps & { db: Database },
): Promise<number> {
  const files = await findOutdatedFiles(deps.db, BATCH)
  for (const { id, sellerId } of files)
    await runTransaction(deps.db, async tx => {
      // An order that is rebuilt at the same moment locks its products before it names the file.
      await lockProductOfFile(tx, id)
      await releaseFile(deps, tx, sellerId, id)
    })
  return files.length
}
