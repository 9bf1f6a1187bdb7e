import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { supersedeFiles } from '#server/features/files/product-files/editions.ts'
import { releaseUnsoldFiles } from '#server/features/files/product-files/release-file.ts'
import { withdrawSamplesOfProduct } from '#server/features/files/samples/offer-sample.ts'
import { dropWorkingCopy } from '../working-copies/discard.ts'
import { findActiveProductIds, lockOwnProduct, updateProductRow } from '#server/db/product-rows.ts'

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
 * Withdraws a product, or deletes a draft. What was not published is deleted: nobody has bought it, so nobody is shown
 * its texts or pictures any more.
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
  await dropWorkingCopy(tx, id)
  await updateProductRow(tx, id, {
    deletedAt: new Date(),
    ...(currentProduct.state === 'draft' && { name: '' }),
  })
  await releaseUnsoldFiles(context, tx, currentProduct)
  await supersedeFiles(context, tx, currentProduct, [])
  await withdrawSamplesOfProduct(tx, id)
  return true
}
