import type { Database } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { defineJob, enqueue } from '#server/jobs/queue.ts'
import { findAnnouncedUpdate, findDeliveredItems, hasWaitingFiles } from './queries.ts'

/** The job that tells the buyers of a product what changed, beginning after the item `after`, a batch at a time. */
export const announceUpdateJob = defineJob<{ updateId: number; after: number }>('announce_update')

/** The number of orders that are told in one transaction. */
const BATCH = 200
/** The pause before it is seen again whether a new file passed its scan. */
const SCAN_PAUSE_MS = 60_000

/**
 * Tells buyers of a product what changed: those who ordered it before the update was written. Each order is told once,
 * however often the job is repeated.
 */
export async function announceUpdate(
  { db }: { db: Database },
  { updateId, after }: { updateId: number; after: number },
): Promise<void> {
  await runTransaction(db, async tx => {
    const update = await findAnnouncedUpdate(tx, updateId)
    if (!update) return
    const { productId, productName, note, createdAt } = update
    if (await hasWaitingFiles(tx, productId)) {
      const runAt = new Date(Date.now() + SCAN_PAUSE_MS)
      await enqueue(tx, announceUpdateJob, { updateId, after }, { runAt })
      return
    }
    const items = await findDeliveredItems(tx, productId, {
      after,
      before: createdAt,
      limit: BATCH,
    })
    for (const { orderId } of items)
      await recordOrderEvent(tx, orderId, 'files_changed', { updateId, productName, note })
    const last = items.at(-1)
    if (items.length === BATCH && last)
      await enqueue(tx, announceUpdateJob, { updateId, after: last.id })
  })
}
