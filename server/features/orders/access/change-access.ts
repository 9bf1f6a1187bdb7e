import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { DAY_SECONDS } from '#contract/core/time.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { orderEvents, orders } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { createGrantTerms, OPENED_AFTER_DAYS, canCloseAccess } from '../rules/access-rules.ts'
import { refillGrants } from '../grant-queries.ts'
import { recordOrderEvent } from '../events/record.ts'
import { lockOrder, runOrderTransaction } from '../queries.ts'
import { closeDownloadsOfInfectedOrder, findOpenInfectedOrders } from './infected-files.ts'
import { clearAccessClosing } from './queries.ts'

const CLOSINGS_PER_ORDER = { name: 'sale_access', max: 3, seconds: DAY_SECONDS }

/** Tells whether an admin has opened the downloads of an order, so that its seller cannot close them again. */
export async function wasOpenedByAdmin(db: Db, orderId: string): Promise<boolean> {
  const [event] = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.kind, 'access_opened'),
        sql`${orderEvents.detail} ->> 'requestedBy' = 'admin'`,
      ),
    )
    .limit(1)
  return event !== undefined
}

/**
 * Closes the downloads of an order. The grants stay as they are, so that a refund, a chargeback or a hold changes them
 * as always. The buyer is told.
 * @throws ApiError PAYMENT_NOT_FOUND if no order has this id; PAYMENT_STATUS_ALREADY_SET if the downloads are closed;
 * PAYMENT_STATUS_ALREADY_CHANGED if they cannot be closed; ERROR_TOO_MANY_REQUESTS after three times in a day
 */
export async function closeAccess(
  context: Context,
  tx: Transaction,
  orderId: string,
  reason: string,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  if (order.accessClosedAt !== null) throw new ApiError('PAYMENT_STATUS_ALREADY_SET', 'closed')
  const now = new Date()
  const circumstances = { wasOpenedByAdmin: await wasOpenedByAdmin(tx, orderId), now }
  if (!canCloseAccess(order, circumstances))
    throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', order.state)
  await context.limiter.consume(CLOSINGS_PER_ORDER, orderId, tx)
  await tx
    .update(orders)
    .set({ accessClosedAt: now, accessClosedReason: reason, accessClosedBy: 'seller' })
    .where(eq(orders.id, orderId))
  await recordOrderEvent(tx, orderId, 'access_closed', { note: reason, requestedBy: 'seller' })
}

/**
 * Opens the downloads that their seller still keeps closed 170 days after the payment. From day 180 on the buyer could
 * neither get the files nor the money back.
 */
export async function openOldClosings(context: Context): Promise<void> {
  const { db } = context
  const { id, state, approvedAt, accessClosedAt, accessClosedBy } = orders
  const closed = await db
    .select({ id })
    .from(orders)
    .where(
      and(
        isNotNull(accessClosedAt),
        sql`${accessClosedBy} is distinct from 'scanner'`,
        eq(state, 'approved'),
        lt(approvedAt, sql`now() - ${OPENED_AFTER_DAYS} * interval '1 day'`),
      ),
    )
  for (const order of closed)
    await runTransaction(db, tx => openAccess(context, tx, order.id)).catch((error: unknown) => {
      // The seller or an admin may have opened them meanwhile.
      if (!(error instanceof ApiError)) throw error
    })
}

/**
 * Opens the downloads of an order again and refills them, since their time went on while they were closed. The
 * buyer is told.
 * @param requestedBy who opens them; undefined if their time is over
 * @throws ApiError PAYMENT_NOT_FOUND if no order has this id;
 *   PAYMENT_STATUS_ALREADY_SET if the downloads are not closed;
 *   PAYMENT_STATUS_ALREADY_CHANGED if a seller asks for it although the scanner has closed them
 */
export async function openAccess(
  context: Context,
  tx: Transaction,
  orderId: string,
  requestedBy?: 'seller' | 'admin',
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  if (order.accessClosedAt === null) throw new ApiError('PAYMENT_STATUS_ALREADY_SET', 'open')
  if (order.accessClosedBy === 'scanner' && requestedBy !== 'admin')
    throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'infected')
  await clearAccessClosing(tx, order, requestedBy ? { requestedBy } : {})
  await refillGrants(tx, orderId, createGrantTerms())
}

/**
 * Closes the downloads of all infected files that were sold, and emails the buyers. An order whose payment comes later
 * is closed by its delivery.
 */
export async function closeInfectedOrders(context: Context): Promise<void> {
  for (const { id } of await findOpenInfectedOrders(context.db))
    await runOrderTransaction(context, id, async tx => {
      await closeDownloadsOfInfectedOrder(tx, id)
    })
}
