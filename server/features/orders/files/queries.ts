import { and, asc, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { LIMITS } from '#contract/core/limits.ts'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import {
  downloadGrants,
  editionFiles,
  grantFiles,
  orderItems,
  orders,
  productFiles,
  productSlots,
  products,
  productUpdates,
} from '#server/db/schema/index.ts'

/** The SQL condition for versions that were bought or are the newest of their slot, and are still stored. */
const isOffered = and(
  or(eq(productFiles.id, editionFiles.fileId), eq(productFiles.id, productSlots.currentFileId)),
  isNull(productFiles.releasedAt),
)

/** The SQL condition for slots that were bought, or that their seller gives to earlier buyers too. */
const isOfBuyer = or(
  isNotNull(editionFiles.slotId),
  and(
    isNotNull(productSlots.position),
    productSlots.forEarlierBuyers,
    isNull(products.deletedAt),
    isNull(products.takenDownAt),
  ),
)

/**
 * Finds the file versions that the buyer of an order may get: of each slot that was bought, the bought version and the
 * newest one; and the newest of each slot that was added since for earlier buyers too. They are sorted by items and
 * slots.
 */
export function findItemFileVersions(db: Db, orderId: string) {
  return selectItemFileVersions(db).execute({ orderId })
}

const selectItemFileVersions = prepareOnce(db =>
  db
    .select({
      itemId: orderItems.id,
      slotId: productSlots.id,
      title: productSlots.title,
      isAdded: sql<boolean>`(${editionFiles.slotId} is null)`,
      isBought: sql<boolean>`(${productFiles.id} is not distinct from ${editionFiles.fileId})`,
      isNewest: sql<boolean>`(${productFiles.id} is not distinct from ${productSlots.currentFileId})`,
      isInfected: sql<boolean>`(${productFiles.scanRefusal} is not distinct from 'malware')`,
      id: productFiles.id,
      fileName: productFiles.fileName,
      type: productFiles.type,
      mime: productFiles.mime,
      sizeBytes: productFiles.sizeBytes,
      pages: productFiles.pages,
      sha256: productFiles.sha256,
      crc32: productFiles.crc32,
      storageKey: productFiles.storageKey,
      createdAt: productFiles.createdAt,
      onSaleAt: sql<Date>`coalesce(${productFiles.onSaleAt}, ${productFiles.createdAt})`.mapWith(
        productFiles.createdAt,
      ),
      downloadsLeft: sql<number>`${LIMITS.downloadsPerGrant}::int - coalesce(${grantFiles.downloads}, 0)`,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .innerJoin(productSlots, eq(productSlots.productId, orderItems.productId))
    .leftJoin(
      editionFiles,
      and(
        eq(editionFiles.editionId, orderItems.editionId),
        eq(editionFiles.slotId, productSlots.id),
      ),
    )
    .innerJoin(productFiles, isOffered)
    .leftJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .leftJoin(
      grantFiles,
      and(eq(grantFiles.grantId, downloadGrants.id), eq(grantFiles.fileId, productFiles.id)),
    )
    .where(and(eq(orderItems.orderId, sql.placeholder('orderId')), isOfBuyer))
    .orderBy(
      asc(orderItems.id),
      asc(sql`coalesce(${editionFiles.position}, ${productSlots.position})`),
      asc(productSlots.id),
      asc(productFiles.id),
    )
    .prepare('item_file_versions'),
)

/** A file version that the buyer of an order may get. */
export type ItemFileRow = Awaited<ReturnType<typeof findItemFileVersions>>[number]

/** The number of updates that an order shows. */
const SHOWN_UPDATES = 20

/** Finds what sellers wrote about changes of the files of an order since it was made, the newest first. */
export function findUpdatesSinceOrder(db: Db, orderId: string) {
  return selectUpdates(db).execute({ orderId })
}

const selectUpdates = prepareOnce(db =>
  db
    .select({ itemId: orderItems.id, at: productUpdates.createdAt, note: productUpdates.note })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(
      productUpdates,
      and(
        eq(productUpdates.productId, orderItems.productId),
        gt(productUpdates.createdAt, orders.createdAt),
      ),
    )
    .where(eq(orderItems.orderId, sql.placeholder('orderId')))
    .orderBy(desc(productUpdates.createdAt), desc(productUpdates.id))
    .limit(SHOWN_UPDATES)
    .prepare('updates_since_order'),
)
