import { ARCHIVED_PRODUCT_OTHERS } from '#contract/catalog/archived-product.ts'
import { toProductSlug } from '#contract/catalog/product-slug.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type {
  OwnProduct,
  OwnProductDetail,
  ProductDetail,
  PublicProduct,
} from '#contract/catalog/products.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import type { Locale } from '#messages/runtime'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { serializeBump } from '../bumps/bumps.ts'
import { serializePack } from '../packs/serialize.ts'
import { findPreviews, findPreviewsOfSeller } from '../previews/queries.ts'
import {
  type OwnProductDetailRow,
  type ProductDetailRow,
  findArchivedProduct,
  findOwnProduct,
  findOwnProducts,
  findPublicProduct,
} from '../queries.ts'
import {
  countProductsOfSeller,
  findProductsOfSeller,
  findSellerId,
} from '../lists/seller-products.ts'
import { serializeSample } from '../samples/serialize.ts'
import { serializeOwnProduct, serializeProduct } from '../serialize.ts'
import { serializePreview } from '../previews/serialize.ts'
import { requireOwnProduct } from '#server/http/own-product.ts'

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

/**
 * Returns a product that is for sale, with its previews.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the product is not for sale
 */
export async function getPublicProduct(
  context: ReadContext,
  id: number,
  locale: Locale,
): Promise<ProductDetail & { sellerId: number }> {
  const row = await findPublicProduct(context.db, id, locale)
  if (!row) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return {
    ...serializeProduct(context, row),
    ...serializeDetail(row),
    pack: row.pack && serializePack(context.config, row.pack),
    bump: row.bump && serializeBump(context.config, row.bump),
    previews: row.previews.map(preview => serializePreview(context.config, preview)),
    filesUpdatedAt: findUpdateOfFiles(row.fileDates),
    fileList: row.fileList.map(({ sample, ...file }) => ({
      ...file,
      type: file.type.toUpperCase(),
      sample: sample && serializeSample(sample),
    })),
    sellerId: row.sellerId,
  }
}

/**
 * Returns a product that its seller no longer offers, with the newest products on sale of the same seller.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the product is in another state, or must not be known
 */
export async function getArchivedProduct(context: ReadContext, id: number, locale: Locale) {
  const product = await findArchivedProduct(context.db, id)
  if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `archived product ${id}`)
  const others = await findProductsOfSeller(context.db, product.sellerId, locale, {
    limit: ARCHIVED_PRODUCT_OTHERS,
    offset: 0,
  })
  return {
    ...product,
    slug: toProductSlug(product.name),
    products: others.map(row => serializeProduct(context, row)),
  }
}

/** Serializes what only the page of one product shows. A lowest price that was raised later ends a lower suggestion. */
const serializeDetail = ({
  about,
  videoUrl,
  points,
  price,
  isPriceDynamic,
  suggestedPrice,
}: ProductDetailRow | OwnProductDetailRow) => ({
  about,
  videoUrl,
  points,
  suggestedPrice: isPriceDynamic && suggestedPrice >= price ? suggestedPrice : 0,
})

/** Returns when the files were updated; null unless the newest one is of a later day than the first ones. */
function findUpdateOfFiles({ first, newest }: ProductDetailRow['fileDates']): string | null {
  const updatedAt = new Date(newest)
  return toLocalDay(updatedAt) > toLocalDay(new Date(first)) ? updatedAt.toISOString() : null
}

/**
 * Returns a page of the products for sale of the seller with this username, newest first.
 * @throws ApiError USER_NOT_FOUND if no open account has the username
 */
export async function listProductsByUsername(
  context: ReadContext,
  username: string,
  locale: Locale,
  page = 1,
): Promise<{ sellerId: number; products: PublicProduct[]; total: number }> {
  const sellerId = await findSellerId(context.db, username)
  if (sellerId === undefined) throw new ApiError('USER_NOT_FOUND')
  return { sellerId, ...(await listSellerProducts(context, sellerId, locale, page)) }
}

/** Returns a page of a seller's products for sale, newest first, with the number of products on all pages. */
export async function listSellerProducts(
  context: ReadContext,
  sellerId: number,
  locale: Locale,
  page = 1,
): Promise<{ products: PublicProduct[]; total: number }> {
  const limit = LIMITS.pageSize
  const rows = await findProductsOfSeller(context.db, sellerId, locale, {
    limit,
    offset: (page - 1) * limit,
  })
  const isOnlyPage = page === 1 && rows.length < limit
  const total = isOnlyPage ? rows.length : await countProductsOfSeller(context.db, sellerId)
  return { products: rows.map(row => serializeProduct(context, row)), total }
}
