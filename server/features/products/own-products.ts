import type { OwnProduct, OwnProductDetail } from '#contract/products/products.ts'
import type { Locale } from '#messages/runtime'
import { ApiError } from '#server/http/api-error.ts'
import { requireOwnProduct } from '#server/http/own-product.ts'
import type { Context } from '#server/context.ts'
import { findPreviews, findPreviewsOfSeller } from './previews/queries.ts'
import { findOwnProduct, findOwnProducts } from './queries.ts'
import { serializeDetail, serializeOwnProduct } from './serialize.ts'

type ReadContext = Pick<Context, 'db' | 'config'>

/**
 * Returns a seller's own product.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the product was withdrawn or belongs to another seller
 */
export async function getOwnProduct(
  context: ReadContext,
  sellerId: number,
  id: number,
  locale: Locale,
): Promise<OwnProductDetail> {
  const [row, previews] = await Promise.all([
    findOwnProduct(context.db, sellerId, id, locale),
    findPreviews(context.db, id),
  ])
  if (!row) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return { ...serializeOwnProduct(context, row, previews), ...serializeDetail(row), bump: row.bump }
}

/**
 * Requires that a seller has published a product.
 * @returns its category and subcategory
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if it is a draft, was withdrawn or belongs to another seller
 */
export async function requirePublishedProduct(context: ReadContext, sellerId: number, id: number) {
  const { state, ...category } = await requireOwnProduct(context, sellerId, id)
  if (state === 'draft') throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `draft ${id}`)
  return category
}

/** Lists all products of a seller that are not withdrawn, newest first. */
export async function listOwnProducts(
  context: ReadContext,
  sellerId: number,
  locale: Locale,
): Promise<OwnProduct[]> {
  const [rows, previews] = await Promise.all([
    findOwnProducts(context.db, sellerId, locale),
    findPreviewsOfSeller(context.db, sellerId),
  ])
  const previewsByProduct = Map.groupBy(previews, ({ productId }) => productId)
  return rows.map(row => serializeOwnProduct(context, row, previewsByProduct.get(row.id) ?? []))
}
