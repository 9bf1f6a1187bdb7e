import type { ProductUpdates } from '#contract/product-updates.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Database, Db } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { announceUpdateJob } from './tell-buyers.ts'
import {
  countBuyersToTell,
  findLastAnnouncement,
  findUpdates,
  hasChangedSince,
  insertUpdate,
  lockProduct,
} from './queries.ts'

/** The buyers of a product are told of changes once in this time. */
const ANNOUNCEMENT_PAUSE_MS = DAY_MS

/**
 * Lists what changed in the files of a seller's own product.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product
 */
export async function listProductUpdates(
  { db }: { db: Database },
  own: OwnId,
): Promise<ProductUpdates> {
  return runTransaction(db, async tx => {
    await requireOwnProduct(tx, own)
    return readUpdates(tx, own.id)
  })
}

/**
 * Writes down what changed in the files of a product and, if wanted, tells the buyers. With a file that waits for its
 * scan, they are told once it is on sale.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product;
 *   ERROR_ANNOUNCED_TODAY if the buyers were told within a day;
 *   ERROR_NOTHING_CHANGED if nothing has changed since they were told
 */
export async function createProductUpdate(
  { db }: { db: Database },
  own: OwnId,
  { note, isAnnounced }: { note: string; isAnnounced: boolean },
): Promise<ProductUpdates> {
  return runTransaction(db, async tx => {
    await requireOwnProduct(tx, own)
    const productId = own.id
    if (isAnnounced) await requireAnnounceable(tx, productId)
    const announcedAt = isAnnounced ? new Date() : null
    const updateId = await insertUpdate(tx, { productId, note, announcedAt })
    if (isAnnounced) await enqueue(tx, announceUpdateJob, { updateId, after: 0 })
    return readUpdates(tx, productId)
  })
}

async function requireAnnounceable(tx: Db, productId: number): Promise<void> {
  const last = await findLastAnnouncement(tx, productId)
  if (last && Date.now() - last.getTime() < ANNOUNCEMENT_PAUSE_MS)
    throw new ApiError('ERROR_ANNOUNCED_TODAY', `product ${productId}`)
  if (last && !(await hasChangedSince(tx, productId, last)))
    throw new ApiError('ERROR_NOTHING_CHANGED', `product ${productId}`)
}

async function requireOwnProduct(tx: Db, own: OwnId): Promise<void> {
  if (!(await lockProduct(tx, own)))
    throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${own.id}`)
}

async function readUpdates(tx: Db, productId: number): Promise<ProductUpdates> {
  const updates = await findUpdates(tx, productId)
  const last = await findLastAnnouncement(tx, productId)
  const next = last && new Date(last.getTime() + ANNOUNCEMENT_PAUSE_MS)
  return {
    updates: updates.map(({ id, note, createdAt, announcedAt }) => ({
      id,
      note,
      at: createdAt.toISOString(),
      isAnnounced: announcedAt !== null,
    })),
    buyers: await countBuyersToTell(tx, productId),
    announceableAt: next && next > new Date() ? next.toISOString() : null,
  }
}
