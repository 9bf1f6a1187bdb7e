import { COVER_WIDTHS, LIMITS } from '#contract/core/limits.ts'
import type { Category } from '#contract/catalog/categories.ts'
import type {
  MyProduct,
  Preview,
  Product,
  ProductDetail,
  PublicProduct,
} from '#contract/catalog/products.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  type OwnProductRow,
  type ProductRow,
  findCategories,
  findOwnProductCategory,
  findOwnProduct,
  findOwnProducts,
  findPublicProduct,
  findSubcategories,
} from './queries.ts'
import {
  countProductsOfSeller,
  findProductsOfSeller,
  findSellerId,
} from './search/seller-products.ts'
import { type PreviewRow, findPreviews, findPreviewsOfSeller } from './previews/queries.ts'

export { namesThatBegin } from './search/words.ts'
export { type StorageQuotaDeps, changeQuota } from './quota/storage-quota.ts'

export interface CatalogDeps {
  db: Database
  currency: Product['currency']
}

/** Address of a cover's largest WebP; the other widths and AVIF stand beside it. */
export function coverUrl(imageKey: string): string {
  return `/images/${imageKey}/${Math.max(...COVER_WIDTHS)}.webp`
}

export function serializePreview({ id, imageKey }: PreviewRow): Preview {
  return { id, imageFile: coverUrl(imageKey) }
}

/** A row as the contract shows it. */
export function serializeProduct(row: ProductRow, currency: Product['currency']): PublicProduct {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    description: row.description,
    price: row.price,
    currency,
    isPriceDynamic: row.isPriceDynamic,
    deleted: row.deleted,
    category: { id: row.categoryId, name: row.categoryName },
    subcategory: { id: row.subcategoryId, name: row.subcategoryName },
    imageFile: coverUrl(row.imageKey),
    file: { type: row.fileType.toUpperCase(), sizeBytes: row.fileSizeBytes },
    hasAuth: row.hasAuth,
  }
}

/** A row as its seller sees it. */
function serializeOwnProduct(
  row: OwnProductRow,
  previews: PreviewRow[],
  currency: Product['currency'],
): MyProduct {
  return {
    ...serializeProduct(row, currency),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    salesCount: row.salesCount,
    takenDown:
      row.takenDownAt === null
        ? null
        : { at: row.takenDownAt.toISOString(), reason: row.takenDownReason ?? '' },
    previews: previews.map(serializePreview),
  }
}

/** @throws ApiError ERROR_PRODUCT_NOT_FOUND, also for another seller's */
export async function getOwnProduct(
  { db, currency }: CatalogDeps,
  sellerId: number,
  id: number,
  locale: Locale,
): Promise<MyProduct> {
  const [row, previews] = await Promise.all([
    findOwnProduct(db, sellerId, id, locale),
    findPreviews(db, id),
  ])
  if (!row) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return serializeOwnProduct(row, previews, currency)
}

/** Where a seller's own product hangs. @throws ApiError ERROR_PRODUCT_NOT_FOUND, also for another seller's */
export async function getOwnProductCategory({ db }: CatalogDeps, sellerId: number, id: number) {
  const place = await findOwnProductCategory(db, sellerId, id)
  if (!place) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return place
}

/** Newest first. */
export async function listOwnProducts(
  { db, currency }: CatalogDeps,
  sellerId: number,
  locale: Locale,
): Promise<MyProduct[]> {
  const [rows, previews] = await Promise.all([
    findOwnProducts(db, sellerId, locale),
    findPreviewsOfSeller(db, sellerId),
  ])
  const byProduct = Map.groupBy(previews, ({ productId }) => productId)
  return rows.map(row => serializeOwnProduct(row, byProduct.get(row.id) ?? [], currency))
}

/** @throws ApiError ERROR_PRODUCT_NOT_FOUND, also for a withdrawn one */
export async function getPublicProduct(
  { db, currency }: CatalogDeps,
  id: number,
  locale: Locale,
): Promise<ProductDetail & { sellerId: number }> {
  const row = await findPublicProduct(db, id, locale)
  if (!row) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  return {
    ...serializeProduct(row, currency),
    previews: row.previews.map(serializePreview),
    sellerId: row.sellerId,
  }
}

/** A page of what a seller has for sale, newest first. @throws ApiError USER_NOT_FOUND */
export async function listProductsByUsername(
  deps: CatalogDeps,
  username: string,
  locale: Locale,
  page = 1,
): Promise<{ sellerId: number; products: PublicProduct[]; total: number }> {
  const sellerId = await findSellerId(deps.db, username)
  if (sellerId === undefined) throw new ApiError('USER_NOT_FOUND')
  return { sellerId, ...(await listSellerProducts(deps, sellerId, locale, page)) }
}

/** A page of what hangs in a seller's kiosk, and how many there are. */
export async function listSellerProducts(
  { db, currency }: CatalogDeps,
  sellerId: number,
  locale: Locale,
  page = 1,
): Promise<{ products: PublicProduct[]; total: number }> {
  const limit = LIMITS.pageSize
  const at = { limit, offset: (page - 1) * limit }
  const rows = await findProductsOfSeller(db, sellerId, locale, at)
  const isAll = page === 1 && rows.length < limit
  const total = isAll ? rows.length : await countProductsOfSeller(db, sellerId)
  return { products: rows.map(row => serializeProduct(row, currency)), total }
}

/** Categories with their subcategories, in the order of the shop's shelves. */
export async function getCategoryTree({ db }: CatalogDeps, locale: Locale): Promise<Category[]> {
  const [roots, leaves] = await Promise.all([
    findCategories(db, locale),
    findSubcategories(db, locale),
  ])
  return roots.map(root => ({
    ...root,
    subcategories: leaves.filter(({ categoryId }) => categoryId === root.id),
  }))
}
