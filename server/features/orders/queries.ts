import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database, Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { provedContactEmail } from '#server/db/contact-email.ts'
import { moveUse } from '#server/features/prices/service.ts'
import { moveCredits } from './credit-queries.ts'
import { type OrderLookup, enqueuePageClosing } from './job-kinds.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import {
  downloadGrants,
  orderItems,
  orders,
  payments,
  products,
  profiles,
  users,
} from '#server/db/schema/index.ts'
import type { OrderState } from './rules/payment-state.ts'
import type { OrderRow, PaymentRow } from './rules/rows.ts'
import { deriveShownState } from './rules/shown-order.ts'

/** Tells whether a text has the form of an order's id. */
export function isOrderId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [order] = await selectOrder(db).execute({ id })
  return order
}

const selectOrder = prepareOnce(db =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('order'),
)

/** Finds an order and locks its row, so that simultaneous changes of the order happen one after another. */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow | undefined> {
  const [order] = await selectOrderForUpdate(tx).execute({ id })
  return order
}

const selectOrderForUpdate = prepareOnce(tx =>
  tx
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .for('update')
    .prepare('order_for_update'),
)

/**
 * Runs a transaction that may change an order.
 * @param change receives the locked order; undefined if no order has the id
 */
export function runOrderTransaction<T>(
  { db }: { db: Database },
  orderId: string,
  change: (tx: Transaction, order: OrderRow | undefined) => Promise<T>,
): Promise<T> {
  return runTransaction(db, async tx => change(tx, await lockOrder(tx, orderId)))
}

/**
 * Moves an order to another state and updates its line items in the sales list.
 * @returns false if another transaction has changed the state since the caller read the order
 */
export async function transitionOrder(
  tx: Db,
  order: { id: string; state: OrderState },
  to: OrderState,
  fields: Partial<typeof orders.$inferInsert> = {},
): Promise<boolean> {
  const isGivenUp = to === 'expired' || to === 'refunded'
  const [changed] = await tx
    .update(orders)
    .set({
      ...fields,
      state: to,
      ...(isGivenUp && { paymentUrl: null, requestKey: null, requestDigest: null }),
    })
    .where(and(eq(orders.id, order.id), eq(orders.state, order.state)))
    .returning()
  if (!changed) return false
  if (isGivenUp) await enqueuePageClosing(tx, changed)
  if (changed.couponCode !== null) await moveUse(tx, changed.id, to)
  if (changed.creditMinor !== null) await moveCredits(tx, changed.id, to)
  await copySaleState(tx, changed)
  return true
}

/** Copies the date and the state that the seller sees from an order and its payments to the order's line items. */
export async function refreshSaleState(tx: Db, orderId: string): Promise<void> {
  const order = await findOrder(tx, orderId)
  if (order) await copySaleState(tx, order)
}

async function copySaleState(tx: Db, order: OrderRow): Promise<void> {
  const attempts = await findPayments(tx, order.id)
  const { decisive, state } = deriveShownState(order, attempts)
  const isAbandoned =
    decisive === undefined && (order.state === 'open' || order.state === 'expired')
  const isSale = order.totalMinor > 0 && !isAbandoned
  // The items of an order that was never paid have counted as no sale.
  if (order.approvedAt !== null) await lockSoldProducts(tx, order.id)
  await tx
    .update(orderItems)
    .set({
      soldAt: order.approvedAt ?? order.createdAt,
      saleState: isSale ? state : null,
    })
    .where(eq(orderItems.orderId, order.id))
}

/**
 * Locks the products and packs of an order until the transaction ends, in the sequence in which purchases lock them. It
 * comes before a change of the state or the refunded amount of the items: the triggers of that change update the
 * products in the sequence of the items, which is that of the cart, and would wait for a purchase that waits for them.
 */
export async function lockSoldProducts(tx: Db, orderId: string): Promise<void> {
  await selectSoldProductsForUpdate(tx).execute({ orderId })
}

const selectSoldProductsForUpdate = prepareOnce(tx => {
  const sold = tx
    .select({ id: sql`unnest(array[${orderItems.productId}, ${orderItems.packId}])` })
    .from(orderItems)
    .where(eq(orderItems.orderId, sql.placeholder('orderId')))
  return tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, sold))
    .orderBy(asc(products.isPack), asc(products.id))
    .for('no key update')
    .prepare('sold_products_for_update')
})

/** Tells whether a seller has sold something, also if it was refunded later. */
export async function hasSold(db: Db, sellerId: number): Promise<boolean> {
  const [sale] = await db
    .select({ id: orderItems.id })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orderItems.sellerId, sellerId),
        isNotNull(orderItems.saleState),
        isNotNull(orders.approvedAt),
      ),
    )
    .limit(1)
  return sale !== undefined
}

/** Finds an order's items with their download grants. */
export function findOrderItems(db: Db, orderId: string) {
  return selectOrderItems(db).execute({ orderId })
}

const selectOrderItems = prepareOnce(db =>
  db
    .select({
      id: orderItems.id,
      productId: orderItems.productId,
      packId: orderItems.packId,
      packName: orderItems.packName,
      name: orderItems.name,
      priceMinor: orderItems.priceMinor,
      listPriceMinor: orderItems.listPriceMinor,
      feePercent: orderItems.feePercent,
      feeMinor: orderItems.feeMinor,
      forgoneFeeMinor: orderItems.forgoneFeeMinor,
      sellerShareMinor: orderItems.sellerShareMinor,
      refundedMinor: orderItems.refundedMinor,
      guaranteeDays: orderItems.guaranteeDays,
      imageKey: products.imageKey,
      grantId: downloadGrants.id,
      expiresAt: downloadGrants.expiresAt,
      closedAt: downloadGrants.closedAt,
      closedReason: downloadGrants.closedReason,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, sql.placeholder('orderId')))
    .orderBy(asc(orderItems.id))
    .prepare('order_items'),
)

export type OrderItemRow = Awaited<ReturnType<typeof findOrderItems>>[number]

/** Finds the attempts to pay an order, newest first. */
export function findPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  return selectPayments(db).execute({ orderId })
}

const selectPayments = prepareOnce(db =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, sql.placeholder('orderId')))
    .orderBy(sql`${payments.providerCreatedAt} desc nulls last`, desc(payments.createdAt))
    .prepare('payments_of_order'),
)

/**
 * Returns the username of a seller, and how they want to be named and reached. `replyTo` is where replies to emails
 * about orders go: a proved contact email, or the address of the account while the contact email is not proved.
 */
export async function findSellerContact(db: Db, userId: number) {
  const [profile] = await selectSellerContact(db).execute({ userId })
  return {
    username: profile?.username ?? '',
    displayName: profile?.displayName || null,
    contactEmail: profile?.contactEmail ?? null,
    whatsapp: profile?.whatsapp || null,
    replyTo: profile?.contactEmail ?? profile?.accountEmail ?? null,
  }
}

const selectSellerContact = prepareOnce(db =>
  db
    .select({
      username: profiles.username,
      displayName: profiles.displayName,
      contactEmail: provedContactEmail,
      accountEmail: sql<
        string | null
      >`(case when ${profiles.contactEmail} <> '' and ${users.verifiedAt} is not null then ${users.email} end)`,
      whatsapp: profiles.whatsapp,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, sql.placeholder('userId')))
    .prepare('seller_contact'),
)

/**
 * Raises the version of an order's token, which invalidates every link that was sent before.
 * @param tx a transaction
 */
export async function renewToken(tx: Db, orderId: string): Promise<{ tokenVersion: number }> {
  const [renewed] = await tx
    .update(orders)
    .set({
      tokenVersion: sql`greatest(${orders.tokenVersion}, ${orders.offeredTokenVersion}) + 1`,
      offeredTokenVersion: null,
    })
    .where(eq(orders.id, orderId))
    .returning({ tokenVersion: orders.tokenVersion })
  return renewed!
}

/**
 * Returns a version of an order's token for links that anybody can ask for. The links that were sent before stay valid
 * until something is downloaded by one of these.
 */
export async function offerToken(tx: Db, orderId: string): Promise<{ tokenVersion: number }> {
  const [offered] = await tx
    .update(orders)
    .set({
      offeredTokenVersion: sql`coalesce(${orders.offeredTokenVersion}, ${orders.tokenVersion} + 1)`,
    })
    .where(eq(orders.id, orderId))
    .returning({ tokenVersion: sql<number>`${orders.offeredTokenVersion}` })
  return offered!
}

/**
 * Makes an offered version of an order's token the only valid one. Of simultaneous calls only one gets true; the others
 * wait for it.
 */
export async function acceptOfferedToken(
  tx: Db,
  orderId: string,
  version: number,
): Promise<boolean> {
  const accepted = await tx
    .update(orders)
    .set({ tokenVersion: version, offeredTokenVersion: null })
    .where(and(eq(orders.id, orderId), eq(orders.offeredTokenVersion, version)))
    .returning({ id: orders.id })
  return accepted.length > 0
}

/**
 * Finds the approved orders of a buyer, most recently approved first, and then those that wait for a payment that the
 * buyer has begun.
 */
export function findOrdersOfBuyer(db: Db, lookup: OrderLookup) {
  const isBegun = sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id})`
  return db
    .select({
      id: orders.id,
      number: orders.number,
      tokenVersion: orders.tokenVersion,
      state: orders.state,
      payerEmail: orders.payerEmail,
      language: orders.language,
      createdAt: orders.createdAt,
      totalMinor: orders.totalMinor,
      couponCode: orders.couponCode,
      couponMinor: orders.couponMinor,
      currency: orders.currency,
    })
    .from(orders)
    .where(
      and(
        'email' in lookup ? eq(orders.payerEmail, lookup.email) : eq(orders.number, lookup.number),
        ne(orders.payerEmail, ''),
        or(eq(orders.state, 'approved'), and(eq(orders.state, 'open'), isBegun)),
      ),
    )
    .orderBy(sql`${orders.approvedAt} desc nulls last`, desc(orders.createdAt))
}

/**
 * The seconds between one reconciliation that visits to an order page cause and the next one; the last pause repeats.
 * They grow, since the pages of many orders that stay open would otherwise occupy the provider for hours.
 */
const VISIT_CHECK_PAUSES_SECONDS = [4, 10, 30, 120, 600]
/** For this long, the provider is also asked about an order that nobody is known to have tried to pay. */
const UNTRIED_MINUTES = 10

/** The states of an order that a payment which is not known here yet can still change. */
const CHANGEABLE_STATES: OrderState[] = ['open', 'expired', 'review']

/** Tells whether an order in this state is reconciled when its buyer looks at it. */
export const canStillChange = (state: OrderState): boolean => CHANGEABLE_STATES.includes(state)

/**
 * Claims the right to reconcile an order because its buyer opened the order page.
 * @param hasReturned whether the buyer comes from the provider's page, and has therefore probably tried to pay
 * @returns true only while the order can still change, and after a pause that grows with each claim
 */
export async function claimBuyerReconciliation(
  db: Db,
  orderId: string,
  hasReturned: boolean,
): Promise<boolean> {
  const { checkRequestedAt, checkRequests, createdAt } = orders
  const pauses = sql.raw(`array[${VISIT_CHECK_PAUSES_SECONDS.join(', ')}]`)
  const lastPause = sql`(${pauses})[least(greatest(${checkRequests}, 1), ${VISIT_CHECK_PAUSES_SECONDS.length})]`
  const isTried = sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id})`
  const claimed = await db
    .update(orders)
    .set({ checkRequestedAt: sql`now()`, checkRequests: sql`${checkRequests} + 1` })
    .where(
      and(
        eq(orders.id, orderId),
        inArray(orders.state, CHANGEABLE_STATES),
        // An order whose reconciliation has ended can no longer be paid.
        or(isNotNull(orders.nextCheckAt), eq(orders.state, 'review')),
        hasReturned
          ? undefined
          : or(
              gt(createdAt, sql`now() - ${UNTRIED_MINUTES} * interval '1 minute'`),
              eq(orders.state, 'review'),
              isTried,
            ),
        or(
          isNull(checkRequestedAt),
          lt(checkRequestedAt, sql`now() - ${lastPause} * interval '1 second'`),
        ),
      ),
    )
    .returning({ id: orders.id })
  return claimed.length > 0
}
