import type { Order } from '#contract/orders.ts'
import type { Currency } from '#contract/core/fields.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { grantTerms } from './delivery/delivery.ts'
import { type OrdersDeps, orderLink } from './deps.ts'
import { enqueueReconciliation, resendOrderLinksJob } from './job-kinds.ts'
import { findDecisiveAttempt, deriveOrderView, toPaymentStatus } from './payment-state.ts'
import { refillGrants } from './delivery/grant-queries.ts'
import {
  type OrderRow,
  findDeliveredOrders,
  findOrderItems,
  findOrder,
  findPayments,
  findUsername,
  recordOrderEvent,
} from './queries.ts'
import { claimBuyerCheck } from '../payments/check-queries.ts'

/** How often a visitor's look may make us ask the provider. */
const ASK_EVERY_SECONDS = 4
const RESENT_PER_ADDRESS = { name: 'order_resend_address', max: 5, seconds: 600 }

/** @throws ApiError PAYMENT_NOT_FOUND for a token that names no order, or not this one */
export async function getOrderByToken(
  { db, orderTokens }: OrdersDeps,
  token: string,
): Promise<OrderRow> {
  const id = orderTokens.parseOrderId(token)
  const order = id && (await findOrder(db, id))
  if (!order || !orderTokens.isValid(token, order.id, order.tokenVersion))
    throw new ApiError('PAYMENT_NOT_FOUND')
  return order
}

/** An order as its buyer sees it, as of one moment. Looking at one that is not settled makes us ask the provider. */
export async function getBuyerOrder(deps: OrdersDeps, token: string): Promise<Order> {
  const { db, publicOrigin } = deps
  const { id } = await getOrderByToken(deps, token)
  if (await claimBuyerCheck(db, id, ASK_EVERY_SECONDS)) await enqueueReconciliation(db, id)
  // As of one moment: what is paid in between would have its files and still be called unpaid.
  const { order, items, attempts, sellerUsername } = await db.transaction(
    async tx => {
      const order = (await findOrder(tx, id))!
      return {
        order,
        items: await findOrderItems(tx, id),
        attempts: await findPayments(tx, id),
        sellerUsername: await findUsername(tx, order.sellerId),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const decisive = findDecisiveAttempt(attempts, order.approvedPaymentId)
  const state = deriveOrderView(order.state, decisive && toPaymentStatus(decisive.status))
  return {
    orderId: order.id,
    state,
    createdAt: order.createdAt.toISOString(),
    currency: order.currency as Currency,
    totalMinor: order.totalMinor,
    sellerUsername,
    items: items.map(item => ({
      id: item.id,
      productId: item.productId,
      name: item.name,
      priceMinor: item.priceMinor,
      fileName: item.fileName,
      sizeBytes: item.sizeBytes,
      downloadUrl:
        item.grantId !== null && item.closedAt === null
          ? `${publicOrigin}/api/public/download/${token}/${item.id}`
          : null,
      downloadsLeft: item.downloadsLeft,
      expiresAt: item.expiresAt?.toISOString() ?? null,
    })),
    payment: decisive
      ? {
          method: decisive.method,
          deadline: decisive.deadline?.toISOString() ?? null,
          instructionsUrl: decisive.instructionsUrl,
        }
      : null,
  }
}

/** Lets fresh links be mailed to an address. The answer, and the work before it, are the same for every address. */
export async function requestOrderLinks({ db, limiter }: OrdersDeps, email: string): Promise<void> {
  if (await limiter.tryConsume(RESENT_PER_ADDRESS, email))
    await enqueue(db, resendOrderLinksJob, { email })
}

/** Mails an address fresh links to all it bought; one that bought nothing hears nothing. */
export async function resendOrderLinks(deps: OrdersDeps, email: string): Promise<void> {
  const { db, mailQueue } = deps
  const delivered = await findDeliveredOrders(db, email)
  const [newest] = delivered
  if (!newest) return
  await db.transaction(async tx => {
    const orders = []
    for (const order of delivered) {
      await refillGrants(tx, order.id, grantTerms())
      await recordOrderEvent(tx, order.id, 'resent')
      const items = await findOrderItems(tx, order.id)
      orders.push({ link: orderLink(deps, order), names: items.map(({ name }) => name) })
    }
    await mailQueue.enqueue(tx, {
      to: email,
      locale: newest.language,
      content: { kind: 'orders_resent', orders },
    })
  })
}
