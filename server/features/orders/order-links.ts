import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { buildReceipt } from './rules/order-receipt.ts'
import { type OrderLookup, resendOrderLinksJob } from './job-kinds.ts'
import { buildOrderLink } from '#server/mail/order-tokens.ts'
import { findOrderItems, findOrdersOfBuyer, lockOrder, offerToken } from './queries.ts'
import type { OrderRow } from './rules/rows.ts'
import { recordOrderEvent } from './events/record.ts'

const RESENDS_PER_BUYER = { name: 'order_resend_address', max: 5, seconds: 600 }
/** Equal requests within this time make one email, for instance after a double click. */
const REPEATED_RESENDS = { name: 'order_resend_again', max: 1, seconds: 30 }

/**
 * Enqueues an email with links to the orders of an email address, or to the order with a number. The reply and its
 * duration are always the same, so that they reveal neither who has bought something nor which numbers exist.
 */
export async function requestOrderLinks(
  { db, limiter }: Context,
  lookup: OrderLookup,
): Promise<void> {
  const who = 'email' in lookup ? lookup.email : lookup.number
  const isFirst = await limiter.tryConsume(REPEATED_RESENDS, who)
  const isAllowed = await limiter.tryConsume(RESENDS_PER_BUYER, who)
  if (isFirst && isAllowed) await enqueue(db, resendOrderLinksJob, lookup)
}

/**
 * Emails links to a buyer's orders to the address of these orders, wherever the request came from. Paid orders get new
 * links. The first download by one of them replaces the links of earlier emails and refills the downloads: until then
 * they stay valid, since anybody can ask for this email. Orders that wait for a payment keep their links. If there are
 * no such orders, or the mailbox has had too many emails, no email is sent.
 */
export async function resendOrderLinks(context: Context, lookup: OrderLookup): Promise<void> {
  const { db, mailQueue } = context
  const found = await findOrdersOfBuyer(db, lookup)
  const [newest] = found
  if (!newest) return
  await runTransaction(db, async tx => {
    // The orders are locked before the emails of the mailbox are counted, as in all transactions that do both.
    for (const { id } of found.toSorted((a, b) => (a.id < b.id ? -1 : 1))) await lockOrder(tx, id)
    await mailQueue.enqueueWritten(tx, {
      to: newest.payerEmail,
      orderIds: found.map(({ id }) => id),
      locale: newest.language,
      kind: 'orders_resent',
      async write() {
        const orders = []
        for (const order of found) {
          if (order.state !== 'approved') {
            orders.push({ ...(await describeOrder(context, tx, order)), isWaiting: true })
            continue
          }
          await recordOrderEvent(tx, order.id, 'resent', {}, 'nobody')
          const offered = { ...order, ...(await offerToken(tx, order.id)) }
          orders.push(await describeOrder(context, tx, offered))
        }
        return { kind: 'orders_resent', orders }
      },
    })
  })
}

/** Returns what the email with links says about an order. */
export async function describeOrder(
  context: Context,
  tx: Transaction,
  order: Parameters<typeof buildReceipt>[0] & Pick<OrderRow, 'id' | 'tokenVersion'>,
) {
  const items = await findOrderItems(tx, order.id)
  return {
    link: buildOrderLink(context, order),
    names: items.map(({ name }) => name),
    receipt: buildReceipt(order),
  }
}
