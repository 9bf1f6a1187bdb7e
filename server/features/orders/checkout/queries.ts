import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import {
  orderItems,
  orders,
  packParts,
  paymentAccounts,
  products,
  users,
} from '#server/db/schema/index.ts'
import { toDatabaseTime } from '#server/db/columns.ts'
import { matchesCurrentAccount } from '#server/features/payment-accounts/queries.ts'
import { soldColumns } from '#server/features/prices/service.ts'
import { isBought } from '../grant-queries.ts'
import type { OrderRow } from '../rules/rows.ts'
import { acceptsPayments } from './accepts-payments.ts'

/**
 * Returns those of the given products that are for sale, each with its seller's current payment account, or null if the
 * seller has none.
 */
export function findProductsForSale(db: Db, ids: number[]) {
  return selectProductsForSale(db).execute({ ids })
}

const selectProductsForSale = prepareOnce(db =>
  db
    .select({
      ...soldColumns,
      salesClosedAt: users.salesClosedAt,
      account: paymentAccounts,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(paymentAccounts, matchesCurrentAccount(products.sellerId))
    .where(and(sql`${products.id} = any(${sql.placeholder('ids')}::int[])`, products.listed))
    .prepare('products_for_sale'),
)

export type ProductForSale = Awaited<ReturnType<typeof findProductsForSale>>[number]

/**
 * Inserts an order with its items.
 * @throws Error (unique violation) if another order has the same request key
 */
export async function insertOrder(
  tx: Db,
  {
    nextCheckAt,
    ...values
  }: typeof orders.$inferInsert & { nextCheckAt: Date | null; termsVersion: string | null },
  items: Omit<
    typeof orderItems.$inferInsert,
    'orderId' | 'sellerId' | 'currency' | 'soldAt' | 'saleState'
  >[],
): Promise<OrderRow> {
  const [order] = await tx
    .insert(orders)
    .values({ ...values, nextCheckAt: nextCheckAt && toDatabaseTime(nextCheckAt) })
    .returning()
  const { id: orderId, sellerId, currency, createdAt } = order!
  const shared = { orderId, sellerId, currency, soldAt: createdAt }
  await tx.insert(orderItems).values(items.map(item => ({ ...item, ...shared })))
  return order!
}

export async function findOrderByRequestKey(
  db: Db,
  requestKey: string,
): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.requestKey, requestKey))
  return order
}

/**
 * Returns whether an email has bought one of the products, or a part of a pack, since a time, and not got all of its
 * money back.
 * @param browserHash the browser whose orders count, so that nobody else learns what an email has bought
 */
export async function hasBought(
  db: Db,
  ids: number[],
  { payerEmail, browserHash, since }: { payerEmail: string; browserHash: string; since: Date },
): Promise<boolean> {
  const [item] = await db
    .select({ id: orderItems.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.payerEmail, payerEmail),
        eq(orders.browserHash, browserHash),
        gt(orders.createdAt, since),
        or(
          inArray(orderItems.productId, ids),
          inArray(
            orderItems.productId,
            db
              .select({ id: packParts.productId })
              .from(packParts)
              .where(inArray(packParts.packId, ids)),
          ),
        ),
        isBought(orders, orderItems),
      ),
    )
    .limit(1)
  return item !== undefined
}

/** Removes the idempotency key from an order, so that the next request with this key creates a new order. */
export async function clearRequestKey(db: Db, orderId: string): Promise<void> {
  await db
    .update(orders)
    .set({ requestKey: null, requestDigest: null })
    .where(eq(orders.id, orderId))
}

/**
 * Stores the payment page of an order, unless the order was given up meanwhile. Its preference is stored anyway, so
 * that the page can be closed.
 * @returns whether the order may be paid there: it is still open, and as `acceptsPayments` says
 */
export async function savePreference(
  db: Db,
  orderId: string,
  preference: { id: string; paymentUrl: string },
): Promise<boolean> {
  const [saved] = await updatePreference(db).execute({ orderId, ...preference })
  return saved?.mayBePaid ?? false
}

const updatePreference = prepareOnce(db =>
  db
    .update(orders)
    .set({
      preferenceId: sql`${sql.placeholder('id')}`,
      paymentUrl: sql`case when ${orders.state} <> 'expired' then ${sql.placeholder('paymentUrl')} end`,
    })
    .where(eq(orders.id, sql.placeholder('orderId')))
    .returning({
      mayBePaid: sql<boolean>`${orders.state} = 'open' and ${acceptsPayments(db)}`,
    })
    .prepare('save_preference'),
)
