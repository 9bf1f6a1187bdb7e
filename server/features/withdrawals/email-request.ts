import { buildReceipt } from '#server/features/orders/rules/order-receipt.ts'
import { buildOrderLink } from '#server/mail/order-tokens.ts'
import { findOrderItems } from '#server/features/orders/queries.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { claimRequestEmail, findOrdersOf } from './queries.ts'

/** Equal requests within this time cause one email. */
const EMAIL_PAUSE_MS = 15 * 60_000

/** The fragment of the order page that opens the withdrawal. */
export const WITHDRAWAL_FRAGMENT = '#withdrawal'

/**
 * Emails the code of a request to the address of the orders that it names, with a link to each of them. If there are
 * none, no email is sent.
 */
export async function emailRequest(context: Context, code: string): Promise<void> {
  await runTransaction(context.db, async tx => {
    const contact = await claimRequestEmail(tx, code, EMAIL_PAUSE_MS)
    if (contact === undefined) return
    const orders = await findOrdersOf(tx, contact)
    const [newest] = orders
    if (!newest) return
    const listed = []
    for (const order of orders) {
      const items = await findOrderItems(tx, order.id)
      listed.push({
        link: buildOrderLink(context, order) + WITHDRAWAL_FRAGMENT,
        names: items.map(({ name }) => name),
        receipt: buildReceipt(order),
      })
    }
    await context.mailQueue.enqueue(tx, {
      to: newest.payerEmail,
      orderIds: orders.map(({ id }) => id),
      locale: newest.language,
      content: {
        kind: 'withdrawal_requested',
        code,
        isPaid: orders.some(({ approvedAt }) => approvedAt !== null),
        orders: listed,
      },
    })
  })
}
