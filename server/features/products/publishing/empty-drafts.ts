import { isEmptyDraft } from '#contract/products/working-copy.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { lockOwnProduct } from '#server/db/product-rows.ts'
import { withdraw } from './withdraw.ts'
import { findEmptyDrafts, findWorkingCopy } from '../working-copies/queries.ts'
import { serializeWorkingCopy } from '../working-copies/read.ts'

/** How long a draft with nothing in it is kept, since its form may still be open or bring a large file. */
const EMPTY_DRAFT_MS = 7 * DAY_MS
/** How many drafts are deleted in one run. The others follow in the next one. */
const DELETED_LIMIT = 100

/** Deletes the drafts that nobody has put anything in for a week. */
export async function deleteEmptyDrafts(context: Context, now = new Date()): Promise<void> {
  const savedBefore = new Date(now.getTime() - EMPTY_DRAFT_MS)
  for (const own of await findEmptyDrafts(context.db, savedBefore, DELETED_LIMIT))
    await runTransaction(context.db, async tx => {
      await lockOwnProduct(tx, own.sellerId, own.id)
      // What was typed or uploaded since it was found is not deleted.
      const row = await findWorkingCopy(tx, own.sellerId, own.id)
      if (!row?.copy || row.product.state !== 'draft' || row.copy.savedAt >= savedBefore) return
      if (isEmptyDraft(serializeWorkingCopy(context, row)))
        await withdraw(context, tx, own.sellerId, own.id)
    })
}
