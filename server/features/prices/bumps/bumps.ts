import type { Bump, BumpTerms } from '#contract/prices/bumps.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { type ImageAddress, buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { lockOwnProduct } from '#server/db/product-rows.ts'
import { findListPriceOf } from '../sold-products.ts'
import { type BumpRow, canBeOffered, deleteBump, upsertBump } from './queries.ts'

/**
 * Sets which product is offered beside another one of a seller, or none.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; ERROR_BUMP_PRODUCT if the other one
 * cannot be offered
 */
export async function setBump(
  { db }: Context,
  { sellerId, id: productId }: OwnId,
  { offeredId, percent }: { offeredId: number | null; percent: number },
): Promise<{ bump: BumpTerms | null }> {
  await runTransaction(db, async tx => {
    const product = await lockOwnProduct(tx, sellerId, productId)
    if (!product || product.state === 'draft')
      throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
    if (offeredId === null) return deleteBump(tx, productId)
    if (offeredId === productId || !(await canBeOffered(tx, sellerId, offeredId)))
      throw new ApiError('ERROR_BUMP_PRODUCT', `product ${offeredId}`)
    return upsertBump(tx, { productId, offeredId, percent })
  })
  return { bump: offeredId === null ? null : { offeredId, percent } }
}

/** Serializes an order bump: a product that is offered as an addition when another one is bought. */
export function serializeBump(address: ImageAddress, row: BumpRow): Bump {
  const { id, name, imageKey, price, percent } = row
  return {
    id,
    name,
    slug: toProductSlug(name),
    imageFile: buildCoverUrl(address, imageKey),
    price,
    listPrice: findListPriceOf(row),
    percent,
  }
}
