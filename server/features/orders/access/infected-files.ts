import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/client.ts'
import {
  downloadGrants,
  editionFiles,
  orderEvents,
  orderItems,
  orders,
  productFiles,
} from '#server/db/schema/index.ts'
import { recordOrderEvent } from '../events/record.ts'

/** An item of which a bought file is infected, and which was not refunded alone. */
const isInfectedItem = and(
  eq(productFiles.scanRefusal, 'malware'),
  sql`${downloadGrants.closedReason} is distinct from 'refunded'`,
)

/** What an admin has opened stays open, since the names that a scanner knows can be wrong. */
const isNotOpenedByAdmin = sql`not exists (
  select from ${orderEvents} where ${orderEvents.orderId} = ${orders.id}
    and ${orderEvents.kind} = 'access_opened' and ${orderEvents.detail} ->> 'requestedBy' = 'admin'
)`

const isNotClosedByScanner = sql`(${orders.accessClosedAt} is null
  or ${orders.accessClosedBy} is distinct from 'scanner')`

const selectInfectedOrders = (db: Db) =>
  db
    .select({ id: orders.id, signature: sql<string | null>`max(${productFiles.scanSignature})` })
    .from(productFiles)
    .innerJoin(editionFiles, eq(editionFiles.fileId, productFiles.id))
    .innerJoin(orderItems, eq(orderItems.editionId, editionFiles.editionId))
    .innerJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .groupBy(orders.id)

/**
 * Closes the downloads of the infected files of a delivered order that the transaction has locked, and records it. The
 * buyer is told.
 * @returns whether downloads of the order are closed for malware
 */
export async function closeDownloadsOfInfectedOrder(
  tx: Transaction,
  orderId: string,
): Promise<boolean> {
  const [infected] = await selectInfectedOrders(tx).where(
    and(eq(orders.id, orderId), isInfectedItem, isNotOpenedByAdmin),
  )
  if (!infected) return false
  const signature = infected.signature ?? ''
  const closed = await tx
    .update(orders)
    .set({ accessClosedAt: new Date(), accessClosedReason: signature, accessClosedBy: 'scanner' })
    .where(and(eq(orders.id, orderId), isNotClosedByScanner))
    .returning({ id: orders.id })
  if (closed.length > 0) await recordOrderEvent(tx, orderId, 'access_closed', { note: signature })
  return true
}

/** Finds the paid orders with an infected file whose downloads are open. */
export function findOpenInfectedOrders(db: Db): Promise<{ id: string }[]> {
  return selectInfectedOrders(db).where(
    and(
      isInfectedItem,
      isNotNull(orders.approvedAt),
      inArray(orders.state, ['approved', 'charged_back']),
      isNotClosedByScanner,
      isNotOpenedByAdmin,
    ),
  )
}
