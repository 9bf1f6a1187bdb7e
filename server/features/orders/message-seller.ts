import { and, eq, isNull } from 'drizzle-orm'
import { runTransaction } from '#server/db/transaction.ts'
import { users } from '#server/db/schema/index.ts'
import type { Db } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import type { OrdersDeps } from './deps.ts'
import { getOrderByToken } from './order.ts'
import { findOrderItems, recordOrderEvent } from './queries.ts'

const MESSAGES_PER_ORDER = { name: 'order_message', max: 3, seconds: 86_400 }
/** The same message is sent once a day, however often it is submitted. */
const EQUAL_MESSAGES = { name: 'order_message_equal', max: 1, seconds: 86_400 }

/**
 * Emails a buyer's message to the seller of an order. A reply to that email goes to the buyer.
 * @throws ApiError as `getOrderByToken`; PAYMENT_STATUS_ALREADY_CHANGED if the seller's account is closed or the buyer's
 * address was erased; ERROR_TOO_MANY_REQUESTS after three messages in a day
 */
export async function messageSeller(
  deps: OrdersDeps,
  token: string,
  message: string,
): Promise<void> {
  const { db, limiter, mailQueue, publicOrigin } = deps
  const order = await getOrderByToken(deps, token)
  const seller = await findReachableSeller(db, order.sellerId)
  if (!seller || order.payerEmail === '')
    throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'nobody to write to')
  if (!(await limiter.tryConsume(EQUAL_MESSAGES, `${order.id}:${hashToken(message)}`))) return
  await limiter.consume(MESSAGES_PER_ORDER, order.id)
  await runTransaction(db, async tx => {
    const items = await findOrderItems(tx, order.id)
    await mailQueue.enqueue(tx, {
      to: seller.email,
      replyTo: order.payerEmail,
      locale: seller.languagePreference === 'EN' ? 'en' : 'es',
      content: {
        kind: 'order_message',
        number: order.number,
        productNames: items.map(({ name }) => name),
        message,
        link: `${publicOrigin}/dashboard/sales?sale=${order.id}`,
      },
    })
    await recordOrderEvent(tx, order.id, 'buyer_wrote')
  })
}

async function findReachableSeller(db: Db, sellerId: number) {
  const [seller] = await db
    .select({ email: users.email, languagePreference: users.languagePreference })
    .from(users)
    .where(and(eq(users.id, sellerId), isNull(users.closedAt)))
  return seller
}
