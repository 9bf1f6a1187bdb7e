import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import type { Db } from '#server/db/client.ts'
import {
  grants,
  orderEvents,
  orderItems,
  orders,
  payments,
  productFiles,
  products,
  profiles,
  userRoles,
  users,
} from '#server/db/schema/index.ts'
import type { OrderEventKind } from '#contract/sales/order.ts'
import {
  type OrderState,
  findDecisiveAttempt,
  deriveOrderView,
  toPaymentStatus,
} from './payment-state.ts'

export type OrderRow = typeof orders.$inferSelect
export type PaymentRow = typeof payments.$inferSelect

/** Live products as a sale needs them; unknown, withdrawn and suspended sellers' ones are left out. */
export function findProductsForSale(db: Db, ids: number[]) {
  return db
    .select({
      id: products.id,
      name: products.name,
      price: products.price,
      isPriceDynamic: products.isPriceDynamic,
      sellerId: products.sellerId,
      fileId: sql<number>`${products.fileId}`,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(
      and(
        inArray(products.id, ids),
        isNull(products.deletedAt),
        isNull(products.takenDownAt),
        isNull(users.suspendedAt),
        isNull(users.closedAt),
      ),
    )
}
export type ProductForSale = Awaited<ReturnType<typeof findProductsForSale>>[number]

/** Holds products as they are until the transaction ends: a seller's change or withdrawal waits. */
export async function lockProductsForShare(tx: Db, ids: number[]): Promise<void> {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(products.id)
    .for('share')
}

/** False where an order with the same request key exists already. */
export async function insertOrder(
  tx: Db,
  order: typeof orders.$inferInsert,
  items: Omit<
    typeof orderItems.$inferInsert,
    'orderId' | 'sellerId' | 'currency' | 'soldAt' | 'saleState'
  >[],
): Promise<boolean> {
  const inserted = await tx
    .insert(orders)
    .values(order)
    .onConflictDoNothing({ target: orders.requestKey })
    .returning({ id: orders.id })
  if (inserted.length === 0) return false
  const { id: orderId, sellerId, currency, createdAt = new Date() } = order
  const shared = { orderId, sellerId, currency, soldAt: createdAt }
  await tx.insert(orderItems).values(items.map(item => ({ ...item, ...shared })))
  return true
}

/** Lets an order's lines on the desk say what the order and its payments say now. */
async function refreshSaleState(tx: Db, orderId: string): Promise<void> {
  const order = await findOrder(tx, orderId)
  if (!order) return
  const attempts = await findPayments(tx, orderId)
  const decisive = findDecisiveAttempt(attempts, order.approvedPaymentId)
  const abandoned = decisive === undefined && (order.state === 'open' || order.state === 'expired')
  await tx
    .update(orderItems)
    .set({
      soldAt: order.approvedAt ?? order.createdAt,
      saleState: abandoned
        ? null
        : deriveOrderView(order.state, decisive && toPaymentStatus(decisive.status)),
    })
    .where(eq(orderItems.orderId, orderId))
}

export async function findOrderByRequestKey(
  db: Db,
  requestKey: string,
): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.requestKey, requestKey))
  return order
}

/** A key older than its day of validity may serve again. */
export async function clearRequestKey(db: Db, orderId: string): Promise<void> {
  await db
    .update(orders)
    .set({ requestKey: null, requestDigest: null })
    .where(eq(orders.id, orderId))
}

export async function savePreference(
  db: Db,
  orderId: string,
  preference: { id: string; paymentUrl: string },
): Promise<void> {
  await db
    .update(orders)
    .set({ preferenceId: preference.id, paymentUrl: preference.paymentUrl })
    .where(eq(orders.id, orderId))
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order
}

/** The order, held: what happens to one order happens one after another. */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return order
}

/** Moves an order from exactly the state it was judged in. */
export async function transitionOrder(
  tx: Db,
  order: { id: string; state: OrderState },
  to: OrderState,
  more: Partial<typeof orders.$inferInsert> = {},
): Promise<boolean> {
  const moved = await tx
    .update(orders)
    .set({ ...more, state: to })
    .where(and(eq(orders.id, order.id), eq(orders.state, order.state)))
    .returning({ id: orders.id })
  if (moved.length === 0) return false
  await refreshSaleState(tx, order.id)
  return true
}

/** Holds an order back from delivery, or lets it go; the first hold's moment stays. */
export async function setHold(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ heldAt: sql`coalesce(${orders.heldAt}, now())`, reviewReason: 'fraud_alert' })
    .where(eq(orders.id, orderId))
}

export async function clearHold(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ heldAt: null, reviewReason: null, nextCheckAt: new Date() })
    .where(eq(orders.id, orderId))
}

export function findOrderItems(db: Db, orderId: string) {
  return db
    .select({
      id: orderItems.id,
      productId: orderItems.productId,
      name: orderItems.name,
      priceMinor: orderItems.priceMinor,
      sellerShareMinor: orderItems.sellerShareMinor,
      fileName: productFiles.fileName,
      sizeBytes: productFiles.sizeBytes,
      grantId: grants.id,
      downloadsLeft: grants.downloadsLeft,
      expiresAt: grants.expiresAt,
      closedAt: grants.closedAt,
    })
    .from(orderItems)
    .innerJoin(productFiles, eq(productFiles.id, orderItems.fileId))
    .leftJoin(grants, eq(grants.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
}

export async function findUsername(db: Db, userId: number): Promise<string> {
  const [profile] = await db
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.userId, userId))
  return profile?.username ?? ''
}

/** An order's attempts to pay, newest first. */
export function findPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(sql`${payments.providerCreatedAt} desc nulls last`, desc(payments.createdAt))
}

export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id))
  return payment
}

/** Mirrors what the provider said of a payment. */
export async function savePayment(
  tx: Db,
  orderId: string,
  read: ProviderPayment,
  judged: { problem: string | null; refundDue: boolean },
): Promise<void> {
  const values = {
    status: read.status,
    statusDetail: read.statusDetail,
    method: read.method,
    methodType: read.methodType,
    amountMinor: read.amountMinor,
    currency: read.currency,
    collectorId: read.collectorId,
    refundedMinor: read.refundedMinor,
    providerFeeMinor: read.providerFeeMinor,
    instructionsUrl: read.instructionsUrl,
    deadline: read.deadline,
    providerCreatedAt: read.createdAt,
    providerUpdatedAt: read.updatedAt,
    ...judged,
    updatedAt: new Date(),
  }
  await tx
    .insert(payments)
    .values({ id: read.id, orderId, ...values })
    .onConflictDoUpdate({ target: payments.id, set: values })
  await refreshSaleState(tx, orderId)
}

/** A second payment that is not to be given back after all. */
export async function clearRefundDue(tx: Db, id: string): Promise<void> {
  await tx.update(payments).set({ refundDue: false }).where(eq(payments.id, id))
}

export async function incrementSalesCount(tx: Db, productIds: number[]): Promise<void> {
  await tx
    .update(products)
    .set({ salesCount: sql`${products.salesCount} + 1` })
    .where(inArray(products.id, productIds))
}

export async function saveItemSettlement(
  tx: Db,
  itemId: number,
  settled: { providerFeeMinor: number | null; refundedMinor: number; netMinor: number | null },
): Promise<void> {
  await tx.update(orderItems).set(settled).where(eq(orderItems.id, itemId))
}

export async function recordOrderEvent(
  tx: Db,
  orderId: string,
  kind: OrderEventKind,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(orderEvents).values({ orderId, kind, detail })
}

/** Everything an address has bought and may download. */
export function findDeliveredOrders(db: Db, payerEmail: string) {
  return db
    .select({ id: orders.id, tokenVersion: orders.tokenVersion, language: orders.language })
    .from(orders)
    .where(and(eq(orders.payerEmail, payerEmail), eq(orders.state, 'approved')))
    .orderBy(desc(orders.approvedAt))
}

/** Where mails to the people who run the place go. */
export function findAdmins(db: Db) {
  return db
    .select({ email: users.email, languagePreference: users.languagePreference })
    .from(users)
    .innerJoin(userRoles, and(eq(userRoles.userId, users.id), eq(userRoles.role, 'admin')))
    .where(and(isNull(users.closedAt), isNull(users.suspendedAt)))
}
