import { and, eq, isNull } from 'drizzle-orm'
import { DAY_SECONDS } from '#contract/core/time.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { users } from '#server/db/schema/index.ts'
import type { Db } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import { getOrderByToken } from '#server/features/orders/order.ts'
import { isPaymentPending, toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import { findOrderItems, findPayments } from '#server/features/orders/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import type { Context } from '#server/context.ts'

const MESSAGES_PER_ORDER = { name: 'order_message', max: 3, seconds: DAY_SECONDS }
/** The same message is sent once a day, however often it is submitted. */
const EQUAL_MESSAGES = { name: 'order_message_equal', max: 1, seconds: DAY_SECONDS }
/** When to try again after the mailbox of a seller had too many messages of strangers. */
const RETRY_SECONDS = 3600

/**
 * Emails a message of whoever has the link of an order to its seller, and says whether the order is paid. A reply to
 * that email goes to the address of the order.
 * @throws ApiError as `getOrderByToken`;
 *   PAYMENT_STATUS_ALREADY_CHANGED if the seller's account is closed or the buyer's address was erased;
 *   ERROR_TOO_MANY_REQUESTS after three messages in a day, or if strangers have sent the seller too many
 */
export async function messageSeller(
  context: Context,
  token: string,
  message: string,
): Promise<void> {
  const {
    db,
    limiter,
    mailQueue,
    config: { publicOrigin },
  } = context
  const order = await getOrderByToken(context, token)
  const seller = await findReachableSeller(db, order.sellerId)
  if (!seller || order.payerEmail === '')
    throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'nobody to write to')
  // All is counted in the transaction, so that a message that is refused can be sent again later.
  await runTransaction(db, async tx => {
    const equal = `${order.id}:${hashToken(message)}`
    if (!(await limiter.tryConsume(EQUAL_MESSAGES, equal, tx))) return
    await limiter.consume(MESSAGES_PER_ORDER, order.id, tx)
    const payment = derivePayment(order, await findPayments(tx, order.id))
    const items = await findOrderItems(tx, order.id)
    const isQueued = await mailQueue.enqueue(tx, {
      to: seller.email,
      replyTo: order.payerEmail,
      locale: seller.languagePreference === 'EN' ? 'en' : 'es',
      content: {
        kind: 'order_message',
        payment,
        number: order.number,
        productNames: items.map(({ name }) => name),
        message,
        link: `${publicOrigin}/dashboard/sales?sale=${order.id}`,
      },
    })
    // Strangers can order without paying, so the mailbox of the seller has a limit for their messages.
    if (!isQueued)
      throw new ApiError('ERROR_TOO_MANY_REQUESTS', 'the mailbox of the seller', {
        retryAfter: RETRY_SECONDS,
      })
    await recordOrderEvent(tx, order.id, 'buyer_wrote')
  })
}

/** Tells how far the payment of an order is. An order that was refunded since was paid. */
function derivePayment(order: OrderRow, attempts: PaymentRow[]): 'paid' | 'pending' | 'none' {
  if (order.approvedAt !== null && order.totalMinor > 0) return 'paid'
  return attempts.some(({ status }) => isPaymentPending(toPaymentStatus(status)))
    ? 'pending'
    : 'none'
}

async function findReachableSeller(db: Db, sellerId: number) {
  const [seller] = await db
    .select({ email: users.email, languagePreference: users.languagePreference })
    .from(users)
    .where(and(eq(users.id, sellerId), isNull(users.closedAt)))
  return seller
}
