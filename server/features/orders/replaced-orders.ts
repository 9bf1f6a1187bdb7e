import { type SQL, and, eq, inArray, isNull } from 'drizzle-orm'
import { orderCredits, orderItems, orders } from '#server/db/schema/index.ts'
import type { Transaction } from '#server/db/client.ts'
import { isUntried } from './credit-queries.ts'
import { recordOrderEvent } from './events/record.ts'
import { transitionOrder } from './queries.ts'

/**
 * Gives up open orders that nobody has tried to pay, and closes their payment pages, since what they hold is needed
 * otherwise. An order that a payment is being applied to is locked, and stays.
 * @param condition which orders
 */
export async function giveUpUnpaid(tx: Transaction, condition: SQL | undefined): Promise<void> {
  const unpaid = await tx
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(and(isUntried(orders), condition))
    .for('update', { skipLocked: true })
  for (const order of unpaid) {
    await transitionOrder(tx, order, 'expired')
    await recordOrderEvent(tx, order.id, 'expired')
  }
}

/** Gives up, as `giveUpUnpaid` does, the orders that complete packs by what other orders have paid. */
export async function giveUpCreditsOf(tx: Transaction, ...orderIds: string[]): Promise<void> {
  const users = tx
    .select({ id: orderCredits.orderId })
    .from(orderCredits)
    .innerJoin(orderItems, eq(orderItems.id, orderCredits.itemId))
    .where(and(inArray(orderItems.orderId, orderIds), isNull(orderCredits.freedAt)))
  await giveUpUnpaid(tx, inArray(orders.id, users))
}
