import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import type { Currency } from '#contract/core/fields.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { buildMailCoverUrl } from '#server/features/catalog/service.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { isAboutPaying } from '#server/mail/template.ts'
import { buildReceipt } from '../delivery/receipt.ts'
import type { OrdersDeps } from '../deps.ts'
import { emailDeclineJob, remindOfVoucherJob } from '../job-kinds.ts'
import { buildOrderLink } from '../order-token.ts'
import { toRejectionReason } from '../order-detail.ts'
import { findDecisiveAttempt } from '../payment-rules/payment-state.ts'
import {
  type OrderRow,
  findOrder,
  findOrderItems,
  findPayments,
  findUsername,
  lockOrder,
} from '../queries.ts'
import { type KeyedUpdate, findOrderUpdates, isVoucherWaiting } from './order-updates.ts'
import { buildMuteLinks } from './mute.ts'
import { hasItemRefunds, insertOrderEmail } from './queries.ts'
import { computeReminderTime } from './reminder-time.ts'

/** How long a declined payment is not reported, since most buyers try again on the payment page. */
const DECLINE_DELAY_MS = 10 * 60_000

/**
 * Runs a change of an order in the caller's transaction and queues the emails that tell the buyer what has changed. The
 * order is locked, so that every change is seen by exactly one call.
 */
export async function emailBuyerOfChanges<T>(
  deps: OrdersDeps,
  tx: Transaction,
  orderId: string,
  change: (order: OrderRow | undefined) => Promise<T>,
): Promise<T> {
  const order = await lockOrder(tx, orderId)
  if (!order) return change(undefined)
  const before = { order, attempts: await findPayments(tx, orderId) }
  const result = await change(order)
  const after = {
    order: (await findOrder(tx, orderId))!,
    attempts: await findPayments(tx, orderId),
  }
  for (const keyed of findOrderUpdates(before, after)) {
    const paymentId = keyed.key.split(':')[1]!
    if (keyed.isDelayed)
      await enqueue(
        tx,
        emailDeclineJob,
        { orderId, paymentId },
        { runAt: new Date(Date.now() + DECLINE_DELAY_MS) },
      )
    else await emailBuyerOnce(deps, tx, after.order, await addItemRefunds(tx, orderId, keyed))
    if (keyed.update.type === 'voucher_waiting' && keyed.update.deadline !== null)
      await scheduleReminder(tx, after.order, paymentId, new Date(keyed.update.deadline))
  }
  return result
}

/** Adds to the email about a refunded part whether downloads were closed with it. */
async function addItemRefunds(
  tx: Transaction,
  orderId: string,
  keyed: KeyedUpdate,
): Promise<KeyedUpdate> {
  const { update } = keyed
  if (update.type !== 'partly_refunded') return keyed
  return { ...keyed, update: { ...update, hasItemRefunds: await hasItemRefunds(tx, orderId) } }
}

/**
 * Runs a transaction that may change an order, and emails its buyer about what has changed.
 * @param change receives the locked order; undefined if no order has the id
 */
export function runOrderTransaction<T>(
  deps: OrdersDeps,
  orderId: string,
  change: (tx: Transaction, order: OrderRow | undefined) => Promise<T>,
): Promise<T> {
  return runTransaction(deps.db, tx =>
    emailBuyerOfChanges(deps, tx, orderId, order => change(tx, order)),
  )
}

/**
 * Queues an email about a change of an order to its buyer, unless one with the same key was queued before, or the buyer
 * wants no emails about paying the order.
 * @param order the order, which the transaction has locked
 */
export async function emailBuyerOnce(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  { key, update }: KeyedUpdate,
): Promise<void> {
  const isMutable = isAboutPaying(update)
  if (isMutable && order.paymentEmailsMutedAt !== null) return
  if (!(await insertOrderEmail(tx, order.id, key))) return
  const items = await findOrderItems(tx, order.id)
  await deps.mailQueue.enqueue(tx, {
    to: order.payerEmail,
    orderIds: [order.id],
    locale: order.language,
    content: {
      kind: 'order_update',
      update,
      order: {
        link: buildOrderLink(deps, order),
        sellerUsername: await findUsername(tx, order.sellerId),
        receipt: buildReceipt(order),
        items: items.map(({ name, priceMinor, imageKey }) => ({
          name,
          priceMinor,
          imageUrl: buildMailCoverUrl(deps, imageKey),
        })),
        ...(isMutable && { mute: buildMuteLinks(deps, order.id) }),
      },
    },
  })
}

async function scheduleReminder(
  tx: Transaction,
  { id, currency }: OrderRow,
  paymentId: string,
  deadline: Date,
): Promise<void> {
  const { timeZone } = BUYER_TIME_ZONES[currency as Currency]
  const runAt = computeReminderTime(deadline, new Date(), timeZone)
  if (runAt) await enqueue(tx, remindOfVoucherJob, { orderId: id, paymentId }, { runAt })
}

/** Reminds a buyer of a voucher, unless the order was paid or the voucher was canceled in the meantime. */
export async function remindOfVoucher(
  deps: OrdersDeps,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<void> {
  await runTransaction(deps.db, async tx => {
    const order = await lockOrder(tx, orderId)
    const attempts = await findPayments(tx, orderId)
    const voucher = attempts.find(({ id }) => id === paymentId)
    if (order?.state !== 'open' || !voucher?.deadline || !isVoucherWaiting(voucher)) return
    if (voucher.deadline <= new Date()) return
    await emailBuyerOnce(deps, tx, order, {
      key: `voucher_reminder:${paymentId}`,
      update: { type: 'voucher_reminder', deadline: voucher.deadline.toISOString() },
    })
  })
}

/** Tells a buyer that a payment was declined, unless the buyer has tried again in the meantime. */
export async function emailDecline(
  deps: OrdersDeps,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<void> {
  await runTransaction(deps.db, async tx => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'open') return
    const attempt = findDecisiveAttempt(await findPayments(tx, orderId), null)
    if (attempt?.id !== paymentId || attempt.status !== 'rejected') return
    await emailBuyerOnce(deps, tx, order, {
      key: `payment_declined:${paymentId}`,
      update: { type: 'payment_declined', reason: toRejectionReason(attempt.statusDetail) },
    })
  })
}
