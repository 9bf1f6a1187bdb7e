import { type ProductState, canChangeState } from '#contract/products/state-rules.ts'
import type { OwnProduct } from '#contract/products/products.ts'
import type { Locale } from '#messages/runtime'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import { lockOwnProduct, updateProductRow } from '#server/db/product-rows.ts'
import { getOwnProduct } from '#server/features/products/own-products.ts'

/**
 * Changes the state of a seller's own product. The row is locked, so a purchase of it is either committed before, and
 * its payment page is closed, or refused.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the seller has no such product; ERROR_PRODUCT_STATE if it cannot be
 * changed from its state to this one
 */
export async function changeProductState(
  context: Context,
  { sellerId, id: productId }: OwnId,
  state: ProductState,
  locale: Locale,
): Promise<OwnProduct> {
  await runTransaction(context.db, async tx => {
    const product = await lockOwnProduct(tx, sellerId, productId)
    if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
    if (!canChangeState(product.state, state))
      throw new ApiError('ERROR_PRODUCT_STATE', `${product.state} to ${state}`)
    if (product.state === state) return
    await updateProductRow(tx, productId, { state })
    if (state === 'on_sale') await context.onProductListed(tx, sellerId)
    else await context.onSalesClosed(tx, sellerId)
  })
  return getOwnProduct(context, sellerId, productId, locale)
}
