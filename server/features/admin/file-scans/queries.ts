import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  downloadGrants,
  editionFiles,
  orderItems,
  productFiles,
  products,
  profiles,
} from '#server/db/schema/index.ts'

/** Finds files that the scanner refused, the newest upload first. */
export function findRefusedFiles(
  db: Db,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
) {
  return db
    .select({
      id: productFiles.id,
      scannedAt: productFiles.scannedAt,
      fileName: productFiles.fileName,
      productId: products.id,
      productName: products.name,
      sellerId: products.sellerId,
      sellerUsername: profiles.username,
      refusal: productFiles.scanRefusal,
      signature: productFiles.scanSignature,
      isOnSale: sql<boolean>`exists (select from ${editionFiles} where ${editionFiles.editionId} = ${products.editionId}
        and ${editionFiles.fileId} = ${productFiles.id})`,
      deliveredOrders: sql<number>`(select count(distinct ${orderItems.orderId})::int from ${editionFiles}
        join ${orderItems} on ${orderItems.editionId} = ${editionFiles.editionId}
        join ${downloadGrants} on ${downloadGrants.orderItemId} = ${orderItems.id}
        where ${editionFiles.fileId} = ${productFiles.id})`,
    })
    .from(productFiles)
    .innerJoin(products, eq(products.id, productFiles.productId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .where(
      and(
        isNotNull(productFiles.scanRefusal),
        cursor === undefined ? undefined : lt(productFiles.id, cursor),
      ),
    )
    .orderBy(desc(productFiles.id))
    .limit(limit)
}

/** Counts the stored files that wait for their scan. */
export function countWaitingFiles(db: Db): Promise<number> {
  return db.$count(
    productFiles,
    and(eq(productFiles.scanState, 'waiting'), isNull(productFiles.releasedAt)),
  )
}

/** Counts the files for sale that were never scanned. */
export async function countUnscannedFiles(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(productFiles)
    .innerJoin(editionFiles, eq(editionFiles.fileId, productFiles.id))
    .innerJoin(products, eq(products.editionId, editionFiles.editionId))
    .where(and(products.listed, isNull(productFiles.scannedAt)))
  return row!.count
}
