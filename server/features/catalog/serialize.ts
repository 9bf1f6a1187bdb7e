import type {
  OwnProduct,
  PreviewImage,
  Product,
  PublicProduct,
} from '#contract/catalog/products.ts'
import { COVER_WIDTHS } from '#contract/core/limits.ts'
import type { PreviewRow } from './previews/queries.ts'
import type { OwnProductRow, ProductRow } from './queries.ts'

/** Returns the URL of a WebP file of an image, by default the largest. The AVIF files have similar URLs. */
export function buildCoverUrl(imageKey: string, width: number = Math.max(...COVER_WIDTHS)): string {
  return `/images/${imageKey}/${width}.webp`
}

export function serializePreview({ id, imageKey }: PreviewRow): PreviewImage {
  return { id, imageFile: buildCoverUrl(imageKey) }
}

/** Serializes a product as everyone may see it. */
export function serializeProduct(row: ProductRow, currency: Product['currency']): PublicProduct {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    description: row.description,
    price: row.price,
    currency,
    isPriceDynamic: row.isPriceDynamic,
    guaranteeDays: row.guaranteeDays,
    deleted: row.deleted,
    category: { id: row.categoryId, name: row.categoryName },
    subcategory: { id: row.subcategoryId, name: row.subcategoryName },
    imageFile: buildCoverUrl(row.imageKey),
    file: {
      type: row.fileType.toUpperCase(),
      sizeBytes: row.fileSizeBytes,
      pages: row.filePages,
    },
    hasAuth: row.hasAuth,
    rating:
      row.reviewCount === 0
        ? null
        : {
            average: Math.round((row.reviewStars * 10) / row.reviewCount) / 10,
            count: row.reviewCount,
          },
  }
}

/** Serializes a product as its seller sees it. */
export function serializeOwnProduct(
  row: OwnProductRow,
  previews: PreviewRow[],
  currency: Product['currency'],
): OwnProduct {
  return {
    ...serializeProduct(row, currency),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    salesCount: row.salesCount,
    waitingCount: row.waitingCount,
    takenDown:
      row.takenDownAt === null
        ? null
        : { at: row.takenDownAt.toISOString(), reason: row.takenDownReason ?? '' },
    fileScan: serializeScan(row),
    previews: previews.map(serializePreview),
  }
}

function serializeScan({ fileScan, fileId }: OwnProductRow): OwnProduct['fileScan'] {
  const { state, refusal, signature } = fileScan
  if (state !== 'waiting' && state !== 'refused') return null
  return { state, refusal, signature, isOnSale: fileId !== null }
}
