import {
  type OwnProductDetail,
  type ProductChanges,
  type ProductForm,
  ProductPrices,
} from '#contract/catalog/products.ts'
import { issueKey } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Locale } from '#messages/runtime'
import type { Database, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import {
  type IdempotentRequest,
  digestRequest,
  requireSameBody,
  runOnce,
} from '#server/http/idempotency.ts'
import type { Context } from '#server/context.ts'
import { deleteDraftFields } from '../drafts/queries.ts'
import { deletePreviewsOfProduct } from '../previews/queries.ts'
import { removeImagesJob } from '../job-kinds.ts'
import { type NewFile, addFile, addFirstFile, replaceFile } from '../files/attach-file.ts'
import { type LockedProduct, supersedeFiles } from '../files/editions.ts'
import { findVisibleSlots } from '../files/queries.ts'
import { releaseWaitingFiles } from '../files/release-file.ts'
import { type FormFiles, removeObjectsOnFailure, storeNewObjects } from '../files/stored-objects.ts'
import {
  countPublishedProducts,
  findActiveProductIds,
  findPrices,
  findProductByRequestKey,
  insertProduct,
  lockOwnProduct,
  lockSellerForShare,
  updateOwnProduct,
  updateProductRow,
} from './publish-queries.ts'
import { requireValidCategory } from '../categories/categories.ts'
import { changeOffer, concernsOffer, startOffer } from '../offers/offers.ts'
import { toColumns } from './form-columns.ts'
import { getOwnProduct, requirePublishedProduct } from './read.ts'
import { withdrawSamplesOfProduct } from '../samples/offer-sample.ts'
import { requireRoom, reserveQuota } from '../storage-quota.ts'

/**
 * Publishes a product once per `idempotencyKey`. Files are stored before the commit and removed if the commit fails.
 * @throws ApiError INVALID_DATA if the `idempotencyKey` was used with another request body;
 *   ERROR_MISSING_PRODUCT_DATA if a field is missing;
 *   ERROR_UPLOADING_PRODUCT_IMAGE or ERROR_UPLOADING_PRODUCT_FILE if a file is not accepted;
 *   ERROR_CATEGORY_NOT_FOUND or ERROR_SUBCATEGORY_NOT_FOUND if there is none with the id;
 *   ERROR_DIRECTORY_SIZE_EXCEEDED if the quota is full or the account has published as many products as it can;
 *   ERROR_USER_NOT_AUTHORIZED if the account is closed or suspended meanwhile
 */
export async function publishProduct(
  context: Context,
  sellerId: number,
  form: ProductForm,
  files: FormFiles,
  { locale, idempotencyKey }: { locale: Locale; idempotencyKey?: string | undefined },
): Promise<OwnProductDetail> {
  const body = [form, files.image_file?.sha256, files.product_file?.sha256]
  const request = digestRequest(idempotencyKey, body)
  const id = await runOnce(
    request,
    request => findIdByRequest(context.db, sellerId, request),
    () => publish(context, { sellerId, request }, form, files),
  )
  return getOwnProduct(context, sellerId, id, locale)
}

/**
 * Finds the product or draft that an earlier request with the same key has made.
 * @throws ApiError INVALID_DATA if that request had another body
 */
export async function findIdByRequest(
  db: Database,
  sellerId: number,
  request: IdempotentRequest,
): Promise<number | undefined> {
  const product = await findProductByRequestKey(db, sellerId, request.key)
  if (product) requireSameBody(request, product.requestDigest)
  return product?.id
}

async function publish(
  context: Context,
  { sellerId, request }: { sellerId: number; request: IdempotentRequest | undefined },
  fields: ProductForm,
  files: FormFiles,
): Promise<number> {
  const { db } = context
  if (!files.image_file || !files.product_file)
    throw new ApiError('ERROR_MISSING_PRODUCT_DATA', 'image or file')
  await requireValidCategory(db, fields)
  const offer = startOffer(fields)
  // Simultaneous uploads can exceed the number by a few, which does no harm.
  if ((await countPublishedProducts(db, sellerId)) >= LIMITS.productsPerSeller)
    throw new ApiError('ERROR_DIRECTORY_SIZE_EXCEEDED', 'products')
  // To encode a cover takes over a second, which a file that is refused afterwards would waste.
  await requireRoom(context, db, sellerId, files.product_file.sizeBytes)
  const storedObjects = await storeNewObjects(context, sellerId, files)

  return removeObjectsOnFailure(context, storedObjects, async tx => {
    // This lock waits until a simultaneous closing or suspension of the account is committed, after which nothing is
    // published.
    if (!(await lockSellerForShare(tx, sellerId)))
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', `seller ${sellerId}`)
    const productId = await insertProduct(tx, {
      ...toColumns(fields),
      ...offer,
      sellerId,
      imageKey: storedObjects.imageKey!,
      requestKey: request?.key,
      requestDigest: request?.digest,
    })
    const file = storedObjects.file!
    await reserveQuota(context, tx, sellerId, file.sizeBytes)
    await addFirstFile(context, tx, { id: productId, sellerId }, file)
    return productId
  })
}

/**
 * Changes the given fields and files of a product in one transaction. A replaced file version that has been ordered
 * stays in storage. With a scanner, the current file stays on sale until the new one is clean.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; otherwise as `publishProduct`
 */
export async function changeProduct(
  context: Context,
  sellerId: number,
  id: number,
  changes: ProductChanges,
  files: FormFiles,
  locale: Locale,
): Promise<OwnProductDetail> {
  if (changes.categoryId !== undefined || changes.subcategoryId !== undefined) {
    const currentProduct = await requirePublishedProduct(context, sellerId, id)
    await requireValidCategory(context.db, { ...currentProduct, ...changes })
  }
  if (changes.price === 0 || changes.suggestedPrice)
    await requireValidPrices(context.db, sellerId, id, changes)
  if (files.image_file || files.product_file || concernsOffer(changes))
    await changeLocked(context, { sellerId, id }, changes, files)
  else if (!(await updateOwnProduct(context.db, sellerId, id, toColumns(changes))))
    throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return getOwnProduct(context, sellerId, id, locale)
}

/** Changes a product whose row is locked meanwhile, since what it becomes depends on what it is. */
async function changeLocked(
  context: Context,
  { sellerId, id }: { sellerId: number; id: number },
  changes: ProductChanges,
  files: FormFiles,
): Promise<void> {
  const storedObjects = await storeNewObjects(context, sellerId, files)

  await removeObjectsOnFailure(context, storedObjects, async tx => {
    const currentProduct = await lockOwnProduct(tx, sellerId, id)
    if (!currentProduct || currentProduct.state === 'draft')
      throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
    if (storedObjects.file && currentProduct.isPack)
      throw new ApiError('ERROR_UPLOADING_PRODUCT_FILE', `pack ${id}`)
    if (storedObjects.file) {
      await replaceFirstFile(context, tx, currentProduct, storedObjects.file)
      // The quota only needs room for the difference in size to a file that nobody has bought.
      await reserveQuota(context, tx, sellerId, storedObjects.file.sizeBytes)
    }
    if (storedObjects.imageKey)
      await enqueue(tx, removeImagesJob, { imageKey: currentProduct.imageKey })
    await updateProductRow(tx, id, {
      ...toColumns(changes),
      ...(concernsOffer(changes) && (await changeOffer(tx, currentProduct, changes))),
      ...(storedObjects.imageKey && { imageKey: storedObjects.imageKey }),
    })
  })
}

/** Replaces the first file of a product, or adds one to a product without files. */
async function replaceFirstFile(
  context: Context,
  tx: Transaction,
  product: LockedProduct,
  file: NewFile,
): Promise<void> {
  const [first] = await findVisibleSlots(tx, product.id)
  if (first) await replaceFile(context, tx, product, first, file)
  else await addFile(context, tx, product, { title: null, forEarlierBuyers: true }, file)
}

/**
 * Withdraws a product from every list and page. Its file is removed unless it has been ordered.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product
 */
export async function withdrawProduct(
  context: Context,
  sellerId: number,
  id: number,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    if (!(await withdraw(context, tx, sellerId, id)))
      throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  })
}

/** Withdraws all products of a seller. */
export async function withdrawSellerProducts(
  context: Context,
  tx: Transaction,
  sellerId: number,
): Promise<void> {
  for (const id of await findActiveProductIds(tx, sellerId))
    await withdraw(context, tx, sellerId, id)
}

/**
 * Withdraws a product, or deletes a draft.
 * @returns false if the seller has no such product
 */
export async function withdraw(
  context: Context,
  tx: Transaction,
  sellerId: number,
  id: number,
): Promise<boolean> {
  const currentProduct = await lockOwnProduct(tx, sellerId, id)
  if (!currentProduct) return false
  if (currentProduct.state === 'draft') await deleteDraft(tx, currentProduct)
  await updateProductRow(tx, id, { deletedAt: new Date() })
  await releaseWaitingFiles(context, tx, currentProduct)
  await supersedeFiles(context, tx, currentProduct, [])
  await withdrawSamplesOfProduct(tx, id)
  return true
}

/**
 * Deletes what a draft has besides its files. Nobody has bought it, so nobody is shown its texts or pictures any more.
 */
async function deleteDraft(
  tx: Transaction,
  { id, imageKey }: { id: number; imageKey: string },
): Promise<void> {
  await deleteDraftFields(tx, id)
  const pictures = [imageKey, ...(await deletePreviewsOfProduct(tx, id))].filter(key => key !== '')
  for (const imageKey of pictures) await enqueue(tx, removeImagesJob, { imageKey })
  await updateProductRow(tx, id, { imageKey: '', name: '', publishAt: null })
}

/**
 * Refuses a free pack, and a suggested price below the lowest one, which the change can leave as it is. A simultaneous
 * change of the lowest price can miss the latter; such a suggestion is not shown.
 */
async function requireValidPrices(
  db: Database,
  sellerId: number,
  id: number,
  { price, isPriceDynamic, suggestedPrice }: ProductChanges,
): Promise<void> {
  const current = await findPrices(db, sellerId, id)
  if (!current) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  if (current.isPack && price === 0)
    throw ApiError.fromIssues([
      { code: 'custom', path: ['price'], message: issueKey('issue_pack_price'), input: price },
    ])
  if (!suggestedPrice) return
  const result = ProductPrices.safeParse({
    price: price ?? current.price,
    isPriceDynamic: isPriceDynamic ?? current.isPriceDynamic,
    suggestedPrice,
  })
  if (!result.success) throw ApiError.fromIssues(result.error.issues)
}
