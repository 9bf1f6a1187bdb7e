import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { removeFileJob } from '../job-kinds.ts'
import { type QuotaContext, reserveQuota } from '../storage-quota.ts'
import {
  type UnsoldFiles,
  findFilesToUncount,
  findOutdatedFiles,
  findUnsoldFileIds,
  lockProductOfFile,
  markFileReleased,
  markFileUncounted,
} from './queries.ts'

const BATCH = 100

/** The days after which a file that is only kept for its buyers leaves the quota of its seller. */
const COUNTED_DAYS = 90

/**
 * Releases a file version that nobody has a right to: returns its bytes to the quota and enqueues its removal. Nothing
 * happens to a file that was bought.
 */
export async function releaseFile(
  context: QuotaContext,
  tx: Transaction,
  sellerId: number,
  fileId: number,
): Promise<void> {
  const released = await markFileReleased(tx, fileId)
  if (!released) return
  await reserveQuota(context, tx, sellerId, -released.countedBytes)
  await enqueue(tx, removeFileJob, { storageKey: released.storageKey })
}

/**
 * Releases file versions of a product that were never on sale, which a newer version or a withdrawal replaces.
 * @param files.except the ids of those that are kept
 */
export async function releaseUnsoldFiles(
  context: QuotaContext,
  tx: Transaction,
  product: { id: number; sellerId: number },
  { except, ...files }: UnsoldFiles & { except?: ReadonlySet<number> } = {},
): Promise<void> {
  for (const fileId of await findUnsoldFileIds(tx, product.id, files))
    if (!except?.has(fileId)) await releaseFile(context, tx, product.sellerId, fileId)
}

/**
 * Releases the replaced and withdrawn files whose orders have all ended without a payment since. Without this, an order
 * that nobody paid would keep a file and its bytes in the quota for ever.
 * @returns the number of files; at most a batch at a time
 */
export async function releaseOutdatedFiles(
  context: QuotaContext & Pick<Context, 'db'>,
): Promise<number> {
  const files = await findOutdatedFiles(context.db, BATCH)
  for (const { id, sellerId } of files)
    await runTransaction(context.db, async tx => {
      // An order that is rebuilt at the same moment locks its products before it names the file.
      await lockProductOfFile(tx, id)
      await releaseFile(context, tx, sellerId, id)
    })
  return files.length
}

/**
 * Takes the files out of their sellers' quotas that have been kept for their buyers alone for 90 days.
 * @returns the number of files; at most a batch at a time
 */
export async function uncountSupersededFiles(
  context: QuotaContext & Pick<Context, 'db'>,
): Promise<number> {
  const files = await findFilesToUncount(context.db, COUNTED_DAYS, BATCH)
  for (const { id, sellerId } of files)
    await runTransaction(context.db, async tx => {
      await lockProductOfFile(tx, id)
      const bytes = await markFileUncounted(tx, id)
      if (bytes !== undefined) await reserveQuota(context, tx, sellerId, -bytes)
    })
  return files.length
}
