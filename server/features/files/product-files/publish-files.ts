import type { Transaction } from '#server/db/client.ts'
import type { Context } from '#server/context.ts'
import { requestSample, withdrawSample } from '../samples/offer-sample.ts'
import { type LockedProduct, renewEdition, setNewestVersion } from './editions.ts'
import {
  type SlotRow,
  findChangedSlots,
  findEditedSlots,
  publishFileVersions,
  updateSlot,
} from './queries.ts'
import { releaseUnsoldFiles } from './release-file.ts'

/**
 * Lets buyers have the files that the seller of a product has arranged. A file that waits for its scan goes on sale
 * after it; meanwhile the version before does. If nothing is left that can be sold, the sale of the product ends until
 * the first of its files is scanned.
 * @param product its row; a product that was never on sale has no edition
 * @throws ApiError as `renewEdition`
 */
export async function publishFiles(
  context: Context,
  tx: Transaction,
  product: LockedProduct,
): Promise<void> {
  const changed = await findChangedSlots(tx, product.id)
  const arranged = await findEditedSlots(tx, product.id)
  for (const slot of changed) await publishSettings(tx, slot)
  for (const [position, { id }] of arranged.entries())
    await updateSlot(tx, id, { position, editedPosition: position })
  await publishVersions(context, tx, product)
  // A slot that is not sold any more has no sample, and one that is shown again gets one.
  for (const { id } of changed) await requestSample(tx, id)
  const editionId = await renewEdition(context, tx, product)
  if (product.editionId !== null && editionId === null)
    await context.onSalesClosed(tx, product.sellerId)
}

async function publishSettings(tx: Transaction, { id, edited }: SlotRow): Promise<void> {
  const { title, forEarlierBuyers, offersSample } = edited
  if (offersSample === false) await withdrawSample(tx, id)
  await updateSlot(tx, id, {
    position: null,
    edited: {},
    ...(title !== undefined && { title: title || null }),
    ...(forEarlierBuyers !== undefined && { forEarlierBuyers }),
  })
}

/**
 * Lets buyers have the newest version of one slot, whatever else its seller has changed.
 * @throws ApiError as `renewEdition`
 */
export async function publishNewestVersion(
  context: Context,
  tx: Transaction,
  product: LockedProduct,
  slotId: number,
): Promise<void> {
  await publishVersions(context, tx, product, slotId)
  await renewEdition(context, tx, product)
}

async function publishVersions(
  context: Context,
  tx: Transaction,
  product: LockedProduct,
  slotId?: number,
): Promise<void> {
  const published = await publishFileVersions(tx, product.id, slotId)
  const newest = new Set(published.map(({ id }) => id))
  for (const { id, slotId, scanState } of published) {
    // A version that was published before, and is still being scanned, is never sold.
    await releaseUnsoldFiles(context, tx, product, { slotId, isPublished: true, except: newest })
    if (scanState !== 'waiting') await setNewestVersion(tx, { slotId, fileId: id })
  }
}

/** Takes back what the seller of a product has changed of its files and not published. */
export async function discardFiles(
  context: Context,
  tx: Transaction,
  product: Pick<LockedProduct, 'id' | 'sellerId'>,
): Promise<void> {
  await releaseUnsoldFiles(context, tx, product, { isPublished: false })
  for (const { id, position, currentFileId, edited } of await findChangedSlots(tx, product.id)) {
    const wasSold = position !== null || currentFileId !== null
    if (edited.offersSample === true || !wasSold) await withdrawSample(tx, id)
    await updateSlot(tx, id, { editedPosition: position, edited: {} })
  }
}
