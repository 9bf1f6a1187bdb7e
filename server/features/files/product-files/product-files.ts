import type { FileChanges, ProductFile } from '#contract/files/product-files.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { lockOwnProduct, updateWorkingCopy } from '#server/db/product-rows.ts'
import { requireOwnProduct } from '#server/http/own-product.ts'
import { offerSample, withdrawSample } from '../samples/offer-sample.ts'
import { hasSample } from '../samples/queries.ts'
import { serializeOwnSample } from '../samples/serialize.ts'
import { addFile, replaceFile } from './attach-file.ts'
import {
  type SlotRow,
  findEditedSlots,
  findSlot,
  findSlotsWithFiles,
  showSlot,
  updateSlot,
} from './queries.ts'
import { releaseUnsoldFiles } from './release-file.ts'
import { takeUploadedFile } from './take-upload.ts'

interface ProductFiles {
  files: ProductFile[]
}

/**
 * Lists the files of a seller's own product as the seller has arranged them.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product
 */
export async function listProductFiles(
  context: Context,
  { sellerId, id: productId }: OwnId,
): Promise<ProductFiles> {
  await requireOwnProduct(context, sellerId, productId)
  const rows = await findSlotsWithFiles(context.db, productId)
  return { files: rows.map(serializeFile) }
}

type SlotWithFiles = Awaited<ReturnType<typeof findSlotsWithFiles>>[number]
type FileRow = NonNullable<SlotWithFiles['last']>

function serializeFile({
  slot: { edited, ...slot },
  current,
  last,
  sample,
  sampledFileId,
  isListed,
}: SlotWithFiles): ProductFile {
  const { title, forEarlierBuyers, offersSample } = { ...slot, ...edited }
  const isPublic = isListed && slot.position !== null && offersSample === undefined
  return {
    id: slot.id,
    title: title || null,
    isHidden: slot.editedPosition === null,
    forEarlierBuyers,
    current: current && {
      ...serializeVersion(current),
      isUnscanned: current.scanRefusal === 'too_large',
    },
    next: last && isNext(last, current) ? serializeNext(last) : null,
    sample:
      sample && offersSample !== false
        ? serializeOwnSample(sample, { sampledFileId, isPublic })
        : null,
  }
}

/** Tells whether the version that was uploaded last is not on sale; one that is no longer stored counts if refused. */
const isNext = (last: FileRow, current: FileRow | null): boolean =>
  last.id !== current?.id && (last.releasedAt === null || last.scanState === 'refused')

const serializeNext = (file: FileRow): ProductFile['next'] => ({
  ...serializeVersion(file),
  state: file.scanState === 'waiting' || file.scanState === 'refused' ? file.scanState : 'checked',
  isPublished: file.publishedAt !== null,
  refusal: file.scanRefusal,
  signature: file.scanSignature,
})

const serializeVersion = ({ fileName, type, sizeBytes, pages, createdAt }: FileRow) => ({
  fileName,
  type: type.toUpperCase(),
  sizeBytes,
  pages,
  uploadedAt: createdAt.toISOString(),
})

/**
 * Adds an uploaded file to a product, once.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; otherwise as `takeUploadedFile` and
 *   `addFile`
 */
export function addProductFile(
  context: Context,
  own: OwnId,
  {
    title,
    forEarlierBuyers = true,
    uploadId,
  }: { title?: string; forEarlierBuyers?: boolean; uploadId: string },
): Promise<ProductFiles> {
  const slot = { title: title || null, forEarlierBuyers }
  return changeFiles(context, own, async tx => {
    const file = await takeUploadedFile(tx, own.sellerId, uploadId, own.id)
    if (file) await addFile(context, tx, own, slot, file)
  })
}

/**
 * Makes an uploaded file the next version of a file of a product, once.
 * @throws ApiError ERROR_PRODUCT_FILE_NOT_FOUND if the product has no such file; otherwise as `addProductFile`
 */
export function replaceProductFile(
  context: Context,
  own: OwnId,
  slotId: number,
  { uploadId }: { uploadId: string },
): Promise<ProductFiles> {
  return changeFiles(context, own, async tx => {
    const file = await takeUploadedFile(tx, own.sellerId, uploadId, own.id)
    if (!file) return
    const slot = await requireSlot(tx, own, slotId)
    await replaceFile(context, tx, own, slot.id, file)
  })
}

/**
 * Renames, hides or shows a file, or changes whether earlier buyers get it and whether everybody gets a sample of it. A
 * file that is hidden before it was published is deleted.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product;
 *   ERROR_PRODUCT_FILE_NOT_FOUND if the product has no such file;
 *   ERROR_TOO_MANY_FILES if it has as many as it can;
 *   ERROR_SAMPLE_TYPE if there are no samples of files of its type
 */
export function changeProductFile(
  context: Context,
  own: OwnId,
  slotId: number,
  { isHidden, ...changes }: FileChanges & { isHidden?: boolean },
): Promise<ProductFiles> {
  return changeFiles(context, own, async tx => {
    const slot = await requireSlot(tx, own, slotId)
    await changeSettings(tx, slot, changes)
    const wasHidden = slot.editedPosition === null
    if (isHidden === true && !wasHidden) await hide(context, tx, own, slot)
    if (isHidden === false && wasHidden) await show(tx, slot)
  })
}

async function changeSettings(tx: Transaction, slot: SlotRow, changes: FileChanges): Promise<void> {
  const { title, forEarlierBuyers, offersSample } = { ...slot.edited, ...changes }
  const wasOffered = slot.edited.offersSample !== true && (await hasSample(tx, slot.id))
  // The sample is cut before it is published.
  if (changes.offersSample === true) await offerSample(tx, slot)
  if (changes.offersSample === false && !wasOffered) await withdrawSample(tx, slot.id)
  await updateSlot(tx, slot.id, {
    edited: {
      ...(title !== undefined && title !== (slot.title ?? '') && { title }),
      ...(forEarlierBuyers !== undefined &&
        forEarlierBuyers !== slot.forEarlierBuyers && { forEarlierBuyers }),
      ...(offersSample !== undefined && offersSample !== wasOffered && { offersSample }),
    },
  })
}

async function hide(
  context: Context,
  tx: Transaction,
  own: OwnId,
  { id, position, currentFileId }: SlotRow,
): Promise<void> {
  await updateSlot(tx, id, { editedPosition: null })
  if (position !== null || currentFileId !== null) return
  await releaseUnsoldFiles(context, tx, own, { slotId: id })
  await withdrawSample(tx, id)
  await updateSlot(tx, id, { edited: {} })
}

async function show(tx: Transaction, slot: SlotRow): Promise<void> {
  if ((await findEditedSlots(tx, slot.productId)).length >= LIMITS.filesPerProduct)
    throw new ApiError('ERROR_TOO_MANY_FILES', `product ${slot.productId}`)
  await showSlot(tx, slot)
}

/**
 * Changes the sequence of a product's files.
 * @param order the ids of the files that are not hidden, each once
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; INVALID_DATA if `order` is not a
 * permutation of the ids
 */
export function reorderProductFiles(
  context: Context,
  own: OwnId,
  order: number[],
): Promise<ProductFiles> {
  return changeFiles(context, own, async tx => {
    const ids = (await findEditedSlots(tx, own.id)).map(({ id }) => id)
    const isPermutation =
      new Set(order).size === ids.length &&
      order.length === ids.length &&
      ids.every(id => order.includes(id))
    if (!isPermutation) throw new ApiError('INVALID_DATA', 'order')
    for (const [editedPosition, id] of order.entries()) await updateSlot(tx, id, { editedPosition })
  })
}

/**
 * Changes the files of a product's working copy while its row is locked, and returns them after the change. A pack has
 * the files of its parts, which are changed there.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product
 */
async function changeFiles(
  context: Context,
  own: OwnId,
  work: (tx: Transaction) => Promise<void>,
): Promise<ProductFiles> {
  await runTransaction(context.db, async tx => {
    const product = await lockOwnProduct(tx, own.sellerId, own.id)
    if (!product || product.isPack)
      throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${own.id}`)
    await work(tx)
    await updateWorkingCopy(tx, own.id, {})
  })
  return listProductFiles(context, own)
}

async function requireSlot(
  tx: Transaction,
  { id: productId }: OwnId,
  slotId: number,
): Promise<SlotRow> {
  const slot = await findSlot(tx, { productId, id: slotId })
  if (!slot || [slot.position, slot.editedPosition, slot.currentFileId].every(id => id === null))
    throw new ApiError('ERROR_PRODUCT_FILE_NOT_FOUND', `slot ${slotId}`)
  return slot
}
