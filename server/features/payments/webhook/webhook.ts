import * as z from 'zod/mini'
import type { Transaction } from '#server/db/client.ts'
import {
  handleRevocation,
  findSellerByCollector,
  withSellerToken,
} from '#server/features/payment-accounts/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { OrdersDeps } from '#server/features/orders/deps.ts'
import { processWebhookEventJob } from '#server/features/orders/job-kinds.ts'
import { type SignedParts, isSignedByProvider } from './signature.ts'
import { sendToReview, notifyAdmins } from '#server/features/orders/delivery/delivery.ts'
import { closeGrants } from '#server/features/orders/delivery/grant-queries.ts'
import {
  findOrder,
  findPayment,
  setHold,
  lockOrder,
  recordOrderEvent,
} from '#server/features/orders/queries.ts'
import { scheduleCheck } from '../check-queries.ts'
import { markWebhookEventProcessed, findWebhookEvent, insertWebhookEvent } from './queries.ts'
import { fetchAndApplyPayment } from '../reconcile.ts'

const short = z.string().check(z.maxLength(100))
const reference = z.pipe(z.union([short, z.number()]), z.transform(String))

/** What we read of a notice; the rest is kept beside it in the inbox. Nothing in it is believed. */
const WebhookBody = z.looseObject({
  type: z.optional(short),
  topic: z.optional(short),
  action: z.optional(short),
  user_id: z.optional(reference),
  data: z.optional(z.looseObject({ id: z.optional(reference), payment_id: z.optional(reference) })),
})

export interface ReceivedWebhook {
  query: Record<string, unknown>
  body: unknown
  signature: string | undefined
  requestId: string | undefined
}

/**
 * Takes a notice into the inbox: checked, stored, and answered before anything is read. The same notice
 * again changes nothing.
 * @throws ApiError ERROR_USER_NOT_AUTHORIZED for one that the provider did not sign
 */
export async function receiveWebhook(
  deps: OrdersDeps,
  notice: ReceivedWebhook,
  secrets: readonly string[],
): Promise<void> {
  const dataId = textOf(notice.query['data.id'])
  const signed: SignedParts = { signature: notice.signature, requestId: notice.requestId, dataId }
  if (notice.signature === undefined && isOldStyle(notice.query)) return
  if (!isSignedByProvider(signed, secrets))
    throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'notice not signed')

  const read = z.safeParse(WebhookBody, notice.body)
  const body = read.success ? read.data : {}
  const topic = textOf(notice.query['type']) ?? body.type ?? body.topic ?? 'unknown'
  await deps.db.transaction(async tx => {
    const id = await insertWebhookEvent(tx, {
      topic,
      // Only the id in the query is signed; a fraud alert alone has none there.
      dataId: dataId ?? body.data?.payment_id ?? '',
      action: body.action ?? '',
      // Without an id of its own a notice is told apart by its signature, which holds its moment.
      requestId: notice.requestId ?? notice.signature ?? '',
      payload: body,
    })
    if (id !== undefined) await enqueue(tx, processWebhookEventJob, { noticeId: id })
  })
}

/** The unsigned notices of the provider's first generation: a hint at best, answered and left. */
function isOldStyle(query: Record<string, unknown>): boolean {
  return query['topic'] !== undefined && query['id'] !== undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= 100 ? value : undefined
}

/** Acts on a stored notice. What it says is a hint where to look; the provider is asked. */
export async function processWebhookEvent(deps: OrdersDeps, noticeId: number): Promise<void> {
  const notice = await findWebhookEvent(deps.db, noticeId)
  if (!notice || notice.processedAt) return
  const body = z.parse(WebhookBody, notice.payload)
  const outcome = await handleTopic(deps, notice.topic, notice.dataId, body)
  deps.log.info({ notice: noticeId, topic: notice.topic, outcome }, 'notice handled')
  await markWebhookEventProcessed(deps.db, noticeId, outcome)
}

async function handleTopic(
  deps: OrdersDeps,
  topic: string,
  dataId: string,
  body: z.infer<typeof WebhookBody>,
): Promise<string> {
  switch (topic) {
    case 'payment':
      return followPayment(deps, dataId, body.user_id)
    case 'topic_chargebacks_wh':
      return followChargeback(deps, dataId, body.user_id)
    case 'stop_delivery_op_wh':
      return stopDelivery(deps, dataId, body.user_id)
    case 'mp-connect':
      await handleRevocation(deps.sellers, body.user_id ?? dataId, body.action ?? '')
      return 'applied'
    default:
      return 'ignored'
  }
}

/** The seller whose token reads a payment: of the order we know, else of the account the notice names. */
async function sellerOf(
  { db, sellers }: OrdersDeps,
  paymentId: string,
  collectorId: string | undefined,
) {
  const payment = await findPayment(db, paymentId)
  const order = payment && (await findOrder(db, payment.orderId))
  return (
    order ?? (collectorId === undefined ? undefined : findSellerByCollector(sellers, collectorId))
  )
}

async function followPayment(
  deps: OrdersDeps,
  paymentId: string,
  collectorId: string | undefined,
): Promise<string> {
  const seller = await sellerOf(deps, paymentId, collectorId)
  return seller === undefined ? 'PAYMENT_NOT_FOUND' : fetchAndApplyPayment(deps, seller, paymentId)
}

/** A chargeback names its payments; each is read as after any other notice. */
async function followChargeback(
  deps: OrdersDeps,
  chargebackId: string,
  collectorId: string | undefined,
): Promise<string> {
  const seller =
    collectorId === undefined ? undefined : await findSellerByCollector(deps.sellers, collectorId)
  if (seller === undefined) return 'PAYMENT_NOT_FOUND'
  const paymentIds = await withSellerToken(deps.sellers, seller, accessToken =>
    deps.payments.findChargebackPayments(accessToken, chargebackId),
  )
  const outcomes = []
  for (const id of paymentIds)
    outcomes.push(
      await fetchAndApplyPayment(deps, (await sellerOf(deps, id, collectorId)) ?? seller, id),
    )
  return outcomes.join(', ')
}

/**
 * A fraud alert: an order that was not delivered waits for a person, a delivered one is suspended. Both stay so
 * until an admin releases them, whatever the provider says next of the payment.
 */
async function stopDelivery(
  deps: OrdersDeps,
  paymentId: string,
  collectorId: string | undefined,
): Promise<string> {
  const seller = await sellerOf(deps, paymentId, collectorId)
  if (seller === undefined) return 'PAYMENT_NOT_FOUND'
  const known = await findPayment(deps.db, paymentId)
  if (!known) await fetchAndApplyPayment(deps, seller, paymentId)
  const payment = known ?? (await findPayment(deps.db, paymentId))
  if (!payment) return 'PAYMENT_NOT_FOUND'
  return deps.db.transaction(tx => placeHold(deps, tx, payment.orderId, paymentId))
}

async function placeHold(
  deps: OrdersDeps,
  tx: Transaction,
  orderId: string,
  paymentId: string,
): Promise<string> {
  const order = await lockOrder(tx, orderId)
  if (!order) return 'PAYMENT_NOT_FOUND'
  await setHold(tx, orderId)
  if (order.state === 'approved') {
    await closeGrants(tx, orderId, 'suspended')
    await recordOrderEvent(tx, orderId, 'suspended', { reason: 'fraud_alert', paymentId })
    await notifyAdmins(deps, tx, orderId, 'fraud_alert')
  }
  // Only a person takes it out again.
  await scheduleCheck(tx, orderId, order.checks, null)
  await sendToReview(deps, tx, order, { reason: 'fraud_alert', paymentId })
  return 'applied'
}
