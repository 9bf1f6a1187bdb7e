import {
  and,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lt,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import { daysAgo } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import {
  downloadGrants,
  freeCopyRequests,
  grantFiles,
  orderItems,
  orders,
  products,
  users,
} from '#server/db/schema/index.ts'

export type WaitingRequest = typeof freeCopyRequests.$inferSelect

/** Finds a product that is on sale for nothing. */
export async function findFreeProduct(
  db: Db,
  id: number,
): Promise<{ sellerId: number } | undefined> {
  const [product] = await db
    .select({ sellerId: products.sellerId })
    .from(products)
    .where(and(eq(products.id, id), products.listed, eq(products.price, 0)))
  return product
}

/** The same, locked until the transaction ends, as purchases lock what they sell. */
export async function lockFreeProduct(tx: Db, id: number) {
  const [product] = await tx
    .select({
      sellerId: products.sellerId,
      name: products.name,
      editionId: sql<number>`${products.editionId}`,
    })
    .from(products)
    .where(and(eq(products.id, id), products.listed, eq(products.price, 0)))
    .for('share')
  return product
}

/**
 * Tells whether an address has proved before that somebody reads its emails: by a paid order, by a download from a
 * link to free files, or by a verified account.
 */
export async function isProvedAddress(db: Db, email: string): Promise<boolean> {
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.verifiedAt), isNull(users.closedAt)))
    .limit(1)
  if (account) return true
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .leftJoin(
      grantFiles,
      and(eq(grantFiles.grantId, downloadGrants.id), gt(grantFiles.downloads, 0)),
    )
    .where(
      and(
        eq(orders.payerEmail, email),
        eq(orders.state, 'approved'),
        or(gt(orders.totalMinor, 0), isNotNull(grantFiles.fileId)),
      ),
    )
    .limit(1)
  return order !== undefined
}

/** Adds a request to those that wait, unless the mailbox waits for the product already. */
export async function insertWaitingRequest(
  tx: Db,
  request: typeof freeCopyRequests.$inferInsert,
): Promise<void> {
  await tx.insert(freeCopyRequests).values(request).onConflictDoNothing()
}

/** Tells whether requests for the free products of a seller wait. */
export async function hasWaiting(db: Db, sellerId: number): Promise<boolean> {
  const [waiting] = await db
    .select({ id: freeCopyRequests.id })
    .from(freeCopyRequests)
    .innerJoin(products, eq(products.id, freeCopyRequests.productId))
    .where(eq(products.sellerId, sellerId))
    .limit(1)
  return waiting !== undefined
}

/**
 * Finds the requests that are answered next: the first of each seller, then the second of each, and so on. The first of a
 * seller are those of the networks with the fewest requests that wait, and the sellers with the fewest come first. So
 * nobody waits for thousands of requests to another seller, or from busier networks: a network that is answered
 * comes no earlier again than before.
 */
export function findNextWaiting(db: Db, limit: number): Promise<WaitingRequest[]> {
  const counted = db.$with('counted').as(
    db
      .select({
        id: freeCopyRequests.id,
        sellerId: products.sellerId,
        ofSeller: sql<number>`count(*) over (partition by ${products.sellerId})`.as('of_seller'),
        ofNetwork:
          sql<number>`count(*) over (partition by ${products.sellerId}, ${freeCopyRequests.networkDigest})`.as(
            'of_network',
          ),
      })
      .from(freeCopyRequests)
      .innerJoin(products, eq(products.id, freeCopyRequests.productId)),
  )
  const turn = sql`row_number() over (partition by ${counted.sellerId} order by ${counted.ofNetwork}, ${counted.id})`
  return db
    .with(counted)
    .select(getTableColumns(freeCopyRequests))
    .from(freeCopyRequests)
    .innerJoin(counted, eq(counted.id, freeCopyRequests.id))
    .orderBy(turn, counted.ofSeller, freeCopyRequests.id)
    .limit(limit)
}

/** Takes a request that waits; returns false if another process has taken it. */
export async function takeWaiting(tx: Db, id: number): Promise<boolean> {
  const taken = await tx
    .delete(freeCopyRequests)
    .where(eq(freeCopyRequests.id, id))
    .returning({ id: freeCopyRequests.id })
  return taken.length > 0
}

/** Deletes the requests that waited in vain: for too long, or for a product that is not free or not on sale any more. */
export async function deleteVainWaiting(db: Db, days: number): Promise<void> {
  const isFree = db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, freeCopyRequests.productId), products.listed, eq(products.price, 0)))
  await db
    .delete(freeCopyRequests)
    .where(or(lt(freeCopyRequests.createdAt, daysAgo(days)), notExists(isFree)))
}
