import type { Database } from '#server/db/client.ts'
import { findOwnProductState } from '#server/db/product-rows.ts'
import { ApiError } from './api-error.ts'

/**
 * Requires that a seller has a product, which can be a draft.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if it was withdrawn or belongs to another seller
 */
export async function requireOwnProduct({ db }: { db: Database }, sellerId: number, id: number) {
  const product = await findOwnProductState(db, sellerId, id)
  if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return product
}
