import { pickFields } from '#contract/core/pick-fields.ts'
import {
  type OwnProduct,
  type PublicProduct,
  detailFields,
  plainFields,
} from '#contract/products/products.ts'
import { findSaleObstacle } from '#contract/products/sale-obstacles.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import type { Context } from '#server/context.ts'
import { buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import { serializePack } from '#server/features/prices/packs/serialize.ts'
import type { PreviewRow } from './previews/queries.ts'
import { serializePreview } from './previews/serialize.ts'
import type { DetailRow, OwnProductRow, ProductRow } from './queries.ts'

/** Serializes a product as everyone may see it. */
export function serializeProduct(context: Pick<Context, 'config'>, row: ProductRow): PublicProduct {
  return {
    id: row.id,
    slug: toProductSlug(row.name),
    username: row.username,
    ...pickFields(plainFields, row),
    price: row.price,
    currency: context.config.currency,
    offer: serializeOffer(row),
    deleted: row.deleted,
    category: { id: row.categoryId, name: row.categoryName },
    subcategory: { id: row.subcategoryId, name: row.subcategoryName },
    imageFile: buildCoverUrl(context.config, row.imageKey),
    files: { ...row.files, types: row.files.types.map(type => type.toUpperCase()) },
    hasAuth: row.hasAuth,
    // A pack without one of its parts is not for sale either.
    isPaused: row.state === 'paused' || (row.isPack && !row.listed),
    rating:
      row.reviewCount === 0
        ? null
        : {
            average: Math.round((row.reviewStars * 10) / row.reviewCount) / 10,
            count: row.reviewCount,
          },
  }
}

const serializeOffer = ({ listPrice, offerUntil, offerKind }: ProductRow): PublicProduct['offer'] =>
  listPrice === null || offerUntil === null || offerKind === null
    ? null
    : { listPrice, until: offerUntil.toISOString(), kind: offerKind }

/** Serializes a product as its seller sees it. */
export function serializeOwnProduct(
  context: Pick<Context, 'config'>,
  row: OwnProductRow,
  previews: PreviewRow[],
): OwnProduct {
  return {
    ...serializeProduct(context, row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    state: row.state,
    saleObstacle: findSaleObstacle({
      state: row.state,
      isWithdrawn: row.deleted,
      isTakenDown: row.takenDownAt !== null,
      // Nobody signs in to an account that is suspended or closed.
      isSellerClosed: false,
      hasFiles: row.editionId !== null,
      isPackIncomplete: row.pack !== null && !row.listed,
    }),
    salesCount: row.salesCount,
    freeCopies: row.freeCopies,
    waitingCount: row.waitingCount,
    takenDown:
      row.takenDownAt === null
        ? null
        : { at: row.takenDownAt.toISOString(), reason: row.takenDownReason ?? '' },
    fileScan: row.fileScan && { ...row.fileScan, isOnSale: row.editionId !== null },
    pack: row.pack && serializePack(context.config, row.pack),
    previews: previews.map(preview => serializePreview(context.config, preview)),
    unpublished: row.unpublished && {
      savedAt: new Date(row.unpublished.savedAt).toISOString(),
      publishAt: row.unpublished.publishAt && new Date(row.unpublished.publishAt).toISOString(),
    },
  }
}

/** Serializes what only the page of one product shows. A lowest price that was raised later ends a lower suggestion. */
export const serializeDetail = (row: DetailRow & { price: number; isPriceDynamic: boolean }) => ({
  ...pickFields(detailFields, row),
  suggestedPrice: row.isPriceDynamic && row.suggestedPrice >= row.price ? row.suggestedPrice : 0,
})
