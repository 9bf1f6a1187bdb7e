import { ARCHIVED_PRODUCT_OTHERS } from '#contract/storefront/archived-product.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { PublicProduct } from '#contract/products/products.ts'
import type { ProductDetail } from '#contract/storefront/product-page.ts'
import type { QuotedProduct } from '#contract/orders/public-quote.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import type { Locale } from '#messages/runtime'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { serializeBump } from '#server/features/prices/bumps/bumps.ts'
import { serializePack } from '#server/features/prices/packs/serialize.ts'
import {
  type ProductDetailRow,
  findArchivedProduct,
  findPublicProduct,
  findPublicProducts,
} from '../queries.ts'
import {
  countProductsOfSeller,
  findProductsOfSeller,
  findSellerId,
} from '../lists/seller-products.ts'
import { serializeSample } from '#server/features/files/samples/serialize.ts'
import { serializeDetail, serializeProduct } from '#server/features/products/serialize.ts'
import { serializePreview } from '#server/features/products/previews/serialize.ts'

type ReadContext = Pick<Context, 'db' | 'config'>

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
  return { ...serializeProductDetail(context, row), sellerId: row.sellerId }
}

/** Lists the products with these ids that have public pages, in the sequence of the ids. */
export async function listQuotedProducts(
  context: ReadContext,
  ids: readonly number[],
  locale: Locale,
): Promise<(QuotedProduct & { sellerId: number })[]> {
  const rows = await findPublicProducts(context.db, ids, locale)
  return ids.flatMap(id => {
    const row = rows.find(row => row.id === id)
    if (!row) return []
    const pack = row.pack && serializePack(context.config, row.pack)
    return [{ ...serializeProduct(context, row), pack, sellerId: row.sellerId }]
  })
}

/** Serializes what the page of a product shows. */
export function serializeProductDetail(
  context: Pick<Context, 'config'>,
  row: ProductDetailRow,
): ProductDetail {
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
