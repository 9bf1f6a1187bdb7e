import { and, asc, desc, eq, gt, isNotNull, isNull, max, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { OwnId } from '#server/http/endpoint.ts'
import {
  downloadGrants,
  grantFiles,
  mutedEmails,
  orderItems,
  orders,
  productEditions,
  productFiles,
  products,
  productUpdates,
} from '#server/db/schema/index.ts'

/** The number of updates that are shown, of all that were ever written. */
const SHOWN = 20

/**
 * Finds a seller's own product and locks its row.
 * @returns undefined if the product was withdrawn or belongs to another seller
 */
export async function lockProduct(tx: Db, { sellerId, id }: OwnId) {
  const [product] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .for('update')
  return product
}

/** Finds the newest updates of a product, the newest first. */
export function findUpdates(db: Db, productId: number) {
  return db
    .select()
    .from(productUpdates)
    .where(eq(productUpdates.productId, productId))
    .orderBy(desc(productUpdates.createdAt), desc(productUpdates.id))
    .limit(SHOWN)
}

/** Returns when the buyers of a product were told of an update last; null if they never were. */
export async function findLastAnnouncement(db: Db, productId: number): Promise<Date | null> {
  const [last] = await db
    .select({ at: max(productUpdates.announcedAt) })
    .from(productUpdates)
    .where(eq(productUpdates.productId, productId))
  return last!.at
}

/** Tells whether what is on sale of a product has changed since a time, or a new file waits for its scan. */
export async function hasChangedSince(db: Db, productId: number, since: Date): Promise<boolean> {
  const editions = await db.$count(
    productEditions,
    and(eq(productEditions.productId, productId), gt(productEditions.createdAt, since)),
  )
  return editions > 0 || (await hasWaitingFiles(db, productId))
}

/** Tells whether a published file of a product waits for its scan. */
export async function hasWaitingFiles(db: Db, productId: number): Promise<boolean> {
  const waiting = and(
    eq(productFiles.productId, productId),
    eq(productFiles.scanState, 'waiting'),
    isNotNull(productFiles.publishedAt),
    isNull(productFiles.releasedAt),
  )
  return (await db.$count(productFiles, waiting)) > 0
}

/** Inserts an update. @returns its id */
export async function insertUpdate(
  tx: Db,
  update: typeof productUpdates.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(productUpdates).values(update).returning({ id: productUpdates.id })
  return row!.id
}

/** Finds an update that the buyers are told of, with the name of its product. */
export async function findAnnouncedUpdate(db: Db, id: number) {
  const [update] = await db
    .select({
      id: productUpdates.id,
      productId: productUpdates.productId,
      productName: products.name,
      note: productUpdates.note,
      createdAt: productUpdates.createdAt,
    })
    .from(productUpdates)
    .innerJoin(products, eq(products.id, productUpdates.productId))
    .where(and(eq(productUpdates.id, id), isNotNull(productUpdates.announcedAt)))
  return update
}

/**
 * The condition for items of a product whose buyers can download it. Of free orders, only those count whose files were
 * downloaded: nobody else has proved that the address wants them.
 */
const isDelivered = (productId: number) =>
  and(
    eq(orderItems.productId, productId),
    eq(orders.state, 'approved'),
    isNull(orders.heldAt),
    isNull(orders.accessClosedAt),
    isNull(downloadGrants.closedAt),
    or(
      gt(orders.totalMinor, 0),
      sql`exists (select from ${grantFiles} where ${grantFiles.grantId} = ${downloadGrants.id}
        and ${grantFiles.downloads} > 0)`,
    ),
  )

/** Finds items of a product whose buyers can download it, in the order of their ids, after a given id. */
export function findDeliveredItems(
  db: Db,
  productId: number,
  { after, before, limit }: { after: number; before: Date; limit: number },
): Promise<{ id: number; orderId: string }[]> {
  return db
    .select({ id: orderItems.id, orderId: orderItems.orderId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .where(
      and(
        isDelivered(productId),
        gt(orderItems.id, after),
        sql`${orders.createdAt} < ${before.toISOString()}`,
      ),
    )
    .orderBy(asc(orderItems.id))
    .limit(limit)
}

/** Counts the orders of a product whose buyers can download it and want to be told of changes. */
export async function countBuyersToTell(db: Db, productId: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .where(
      and(
        isDelivered(productId),
        sql`not exists (select from ${mutedEmails} where ${mutedEmails.subject} = ${orders.id}::text
          and ${mutedEmails.topic} = 'files')`,
      ),
    )
  return row!.count
}
