import type { OwnProductDetail, ProductChanges, ProductForm } from '#contract/products/products.ts'
import type { Locale } from '#messages/runtime'
import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { digestRequest, runOnce } from '#server/http/idempotency.ts'
import type { Context } from '#server/context.ts'
import { requireValidCategory } from '../categories/categories.ts'
import {
  type NewFile,
  addFile,
  replaceFile,
} from '#server/features/files/product-files/attach-file.ts'
import type { LockedProduct } from '#server/features/files/product-files/editions.ts'
import { publishNewestVersion } from '#server/features/files/product-files/publish-files.ts'
import { findSlotsOnSale } from '#server/features/files/product-files/queries.ts'
import {
  type FormFiles,
  removeObjectsOnFailure,
  storeNewObjects,
} from '#server/features/files/product-files/stored-objects.ts'
import { requireRoom, reserveQuota } from '#server/features/files/storage-quota.ts'
import { findIdByRequest, insertDraft } from '../working-copies/working-copy.ts'
import { typeFields } from '../working-copies/form-columns.ts'
import { lockOwnProduct } from '#server/db/product-rows.ts'
import { changeOnSale, publish } from './publish.ts'
import { getOwnProduct } from '#server/features/products/own-products.ts'

// The two calls of the specification that send a product in one request: they make a draft and publish it, or change a
// published product at once. Whatever else the seller is writing of that product stays unpublished.

/**
 * Publishes a product once per `idempotencyKey`. Files are stored before the commit and removed if the commit fails.
 * @throws ApiError INVALID_DATA if the `idempotencyKey` was used with another request body;
 *   ERROR_UPLOADING_PRODUCT_IMAGE or ERROR_UPLOADING_PRODUCT_FILE if a file is not accepted;
 *   ERROR_DIRECTORY_SIZE_EXCEEDED if the quota is full; otherwise as `publish`
 */
export async function createProduct(
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
    async () => {
      if (!files.image_file || !files.product_file)
        throw new ApiError('ERROR_MISSING_PRODUCT_DATA', 'image or file')
      // To encode a cover takes over a second, which a request that is refused afterwards would waste.
      await requireValidCategory(context.db, form)
      await requireRoom(context, context.db, sellerId, files.product_file.sizeBytes)
      const { imageKey, file } = await storeNewObjects(context, sellerId, files)
      return removeObjectsOnFailure(context, { imageKey, file }, async tx => {
        const id = await insertDraft(tx, sellerId, { fields: typeFields(form), imageKey, request })
        await reserveQuota(context, tx, sellerId, file!.sizeBytes)
        await addFile(context, tx, { id, sellerId }, { title: null, forEarlierBuyers: true }, file!)
        await publish(context, tx, { sellerId, id })
        return id
      })
    },
  )
  return getOwnProduct(context, sellerId, id, locale)
}

/**
 * Changes the given fields and files of a published product in one transaction. A replaced file version that has been
 * ordered stays in storage. With a scanner, the current file stays on sale until the new one is clean.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has published no such product; otherwise as `createProduct`
 */
export async function updateProduct(
  context: Context,
  own: OwnId,
  changes: ProductChanges,
  files: FormFiles,
  locale: Locale,
): Promise<OwnProductDetail> {
  const { imageKey, file } = await storeNewObjects(context, own.sellerId, files)
  await removeObjectsOnFailure(context, { imageKey, file }, async tx => {
    const product = await lockOwnProduct(tx, own.sellerId, own.id)
    if (!product || product.state === 'draft')
      throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${own.id}`)
    if (file && product.isPack) throw new ApiError('ERROR_UPLOADING_PRODUCT_FILE', `pack ${own.id}`)
    if (file) {
      await replaceFirstFile(context, tx, product, file)
      // The quota only needs room for the difference in size to a file that nobody has bought.
      await reserveQuota(context, tx, own.sellerId, file.sizeBytes)
    }
    await changeOnSale(tx, product, { fields: typeFields(changes), imageKey })
  })
  return getOwnProduct(context, own.sellerId, own.id, locale)
}

/** Replaces the first file of a product that was published, and publishes the new one. */
async function replaceFirstFile(
  context: Context,
  tx: Transaction,
  product: LockedProduct,
  file: NewFile,
): Promise<void> {
  const [first] = await findSlotsOnSale(tx, product.id)
  await replaceFile(context, tx, product, first!.id, file)
  await publishNewestVersion(context, tx, product, first!.id)
}
