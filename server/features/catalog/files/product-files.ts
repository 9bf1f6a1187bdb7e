import type { ProductFile } from '#contract/catalog/product-files.ts'
import type { ProductState } from '#contract/catalog/state-rules.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { lockOwnProduct } from '../products/publish-queries.ts'
import { requireOwnProduct } from '../products/read.ts'
import { type NewFile, addFile, replaceFile } from './attach-file.ts'
import { offerSample, requestSample, withdrawSample } from '../samples/offer-sample.ts'
import { serializeOwnSample } from '../samples/serialize.ts'
import { type LockedProduct, renewEdition } from './editions.ts'
import {
  type SlotRow,
  findSlot,
  findSlotsWithFiles,
  findVisibleSlots,
  updateSlot,
} from './queries.ts'
import { releaseWaitingFiles } from './release-file.ts'
import { takeUploadedFile } from './take-upload.ts'

interface ProductFiles {
  files: ProductFile[]
}

/**
 * Lists the files of a seller's own product.
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

function serializeFile({ slot, current, last, sample, isListed }: SlotWithFiles): ProductFile {
  const state = last?.scanState
  const isNext = last && last.id !== current?.id && (state === 'waiting' || state === 'refused')
  return {
    id: slot.id,
    title: slot.title,
    isHidden: slot.hiddenAt !== null,
    forEarlierBuyers: slot.forEarlierBuyers,
    current: current && {
      ...serializeVersion(current),
      isUnscanned: current.scanRefusal === 'too_large',
    },
    next: isNext
      ? {
          ...serializeVersion(last),
          state,
          refusal: last.scanRefusal,
          signature: last.scanSignature,
        }
      : null,
    sample: sample && serializeOwnSample(sample, slot, isListed),
  }
}

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
export async function addProductFile(
  context: Context,
  own: OwnId,
  {
    title,
    forEarlierBuyers = true,
    uploadId,
  }: { title?: string; forEarlierBuyers?: boolean; uploadId: string },
): Promise<ProductFiles> {
  const slot = { title: title || null, forEarlierBuyers }
  await withUploadedFile(context, own, uploadId, (tx, product, file) =>
    addFile(context, tx, product, slot, file),
  )
  return listProductFiles(context, own)
}

/**
 * Makes an uploaded file the next version of a file of a product, once.
 * @throws ApiError ERROR_PRODUCT_FILE_NOT_FOUND if the product has no such file; otherwise as `addProductFile`
 */
export async function replaceProductFile(
  context: Context,
  own: OwnId,
  slotId: number,
  { uploadId }: { uploadId: string },
): Promise<ProductFiles> {
  await withUploadedFile(context, own, uploadId, async (tx, product, file) =>
    replaceFile(context, tx, product, await requireSlot(tx, own, slotId), file),
  )
  return listProductFiles(context, own)
}

/**
 * Renames, hides or shows a file, or changes whether earlier buyers get it and whether everybody gets a sample of it. A
 * hidden file that nobody has bought is deleted.
 * @param changes.title an empty title removes it
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product;
 *   ERROR_PRODUCT_FILE_NOT_FOUND if the product has no such file;
 *   ERROR_LAST_PRODUCT_FILE if it would be left without files;
 *   ERROR_TOO_MANY_FILES if it has as many as it can;
 *   ERROR_DIRECTORY_SIZE_EXCEEDED if a file that is shown again has no room in the quota;
 *   ERROR_SAMPLE_TYPE if there are no samples of files of its type
 */
export async function changeProductFile(
  context: Context,
  own: OwnId,
  slotId: number,
  changes: {
    title?: string
    isHidden?: boolean
    forEarlierBuyers?: boolean
    offersSample?: boolean
  },
): Promise<ProductFiles> {
  await runTransaction(context.db, async tx => {
    const product = await lockProduct(tx, own)
    const slot = await requireSlot(tx, own, slotId)
    const { title, isHidden, forEarlierBuyers, offersSample } = changes
    if (title !== undefined || forEarlierBuyers !== undefined)
      await updateSlot(tx, slotId, {
        ...(title !== undefined && { title: title || null }),
        ...(forEarlierBuyers !== undefined && { forEarlierBuyers }),
      })
    if (isHidden !== undefined && isHidden !== (slot.hiddenAt !== null))
      await setHidden(context, tx, product, slot, isHidden)
    if (offersSample === true) await offerSample(tx, slot)
    if (offersSample === false) await withdrawSample(tx, slotId)
  })
  return listProductFiles(context, own)
}

async function setHidden(
  context: Context,
  tx: Transaction,
  product: LockedProduct & { state: ProductState },
  { id }: SlotRow,
  isHidden: boolean,
): Promise<void> {
  const visible = await findVisibleSlots(tx, product.id)
  if (isHidden) {
    const others = visible.filter(slot => slot.id !== id)
    const isSold = product.editionId !== null
    if (
      product.state !== 'draft' &&
      !others.some(({ currentFileId }) => !isSold || currentFileId !== null)
    )
      throw new ApiError('ERROR_LAST_PRODUCT_FILE', `slot ${id}`)
    await releaseWaitingFiles(context, tx, product, id)
  } else if (visible.length >= LIMITS.filesPerProduct)
    throw new ApiError('ERROR_TOO_MANY_FILES', `product ${product.id}`)
  await updateSlot(tx, id, { hiddenAt: isHidden ? new Date() : null })
  await renewEdition(context, tx, product)
  await requestSample(tx, id)
}

/**
 * Changes the sequence of a product's files.
 * @param order the ids of the files that are not hidden, each once
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; INVALID_DATA if `order` is not a
 * permutation of the ids
 */
export async function reorderProductFiles(
  context: Context,
  own: OwnId,
  order: number[],
): Promise<ProductFiles> {
  await runTransaction(context.db, async tx => {
    const product = await lockProduct(tx, own)
    const ids = (await findVisibleSlots(tx, product.id)).map(({ id }) => id)
    const isPermutation =
      new Set(order).size === ids.length &&
      order.length === ids.length &&
      ids.every(id => order.includes(id))
    if (!isPermutation) throw new ApiError('INVALID_DATA', 'order')
    for (const [position, id] of order.entries()) await updateSlot(tx, id, { position })
    await renewEdition(context, tx, product)
  })
  return listProductFiles(context, own)
}

/**
 * Runs a transaction with an uploaded file that a product takes. It does not run if the product has taken the file
 * before, such as by the first click of two.
 * @throws ApiError as `addProductFile`
 */
async function withUploadedFile(
  context: Context,
  own: OwnId,
  uploadId: string,
  work: (tx: Transaction, product: LockedProduct, file: NewFile) => Promise<void>,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    const product = await lockProduct(tx, own)
    const file = await takeUploadedFile(tx, own.sellerId, uploadId, product.id)
    if (file) await work(tx, product, file)
  })
}

/** Locks a product that has files. A pack has those of its parts, which are changed there. */
async function lockProduct(tx: Transaction, { sellerId, id: productId }: OwnId) {
  const product = await lockOwnProduct(tx, sellerId, productId)
  if (!product || product.isPack)
    throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
  return product
}

async function requireSlot(
  tx: Transaction,
  { id: productId }: OwnId,
  slotId: number,
): Promise<SlotRow> {
  const slot = await findSlot(tx, { productId, id: slotId })
  if (!slot || (slot.hiddenAt !== null && slot.currentFileId === null))
    throw new ApiError('ERROR_PRODUCT_FILE_NOT_FOUND', `slot ${slotId}`)
  return slot
}
