import * as z from 'zod/mini'
import { runTransaction } from '#server/db/transaction.ts'
import {
  type SellerAccount,
  withSellerToken,
  isPermissionGone,
} from '#server/features/payment-accounts/tokens.ts'
import {
  findSellerByCollector,
  handleRevocation,
} from '#server/features/payment-accounts/account.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import { findOrder, runOrderTransaction } from '#server/features/orders/queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { fetchAndApplyPayment } from '../apply-payment.ts'
import { processWebhookEventJob } from '../job-kinds.ts'
import { findPayment } from '../queries.ts'
import { placeHold } from '../review/place-hold.ts'
import { reviewUnreadableOrders } from '../review/review-unreadable.ts'
import { FRAUD_ALERT, lockFraudAlert } from '../review/fraud-alerts.ts'
import { findWebhookEvent, insertWebhookEvent, markWebhookEventProcessed } from './queries.ts'
import { verifySignature } from './signature.ts'

const shortText = z.string().check(z.maxLength(100))
const textOrNumber = z.pipe(z.union([shortText, z.number()]), z.transform(String))

/**
 * The fields of a webhook body that the code reads. The whole body is stored, but its data is never trusted: the
 * payment is read from the provider.
 */
const WebhookBody = z.looseObject({
  type: z.optional(shortText),
  topic: z.optional(shortText),
  action: z.optional(shortText),
  user_id: z.optional(textOrNumber),
  data: z.optional(
    z.looseObject({ id: z.optional(textOrNumber), payment_id: z.optional(textOrNumber) }),
  ),
})

export interface WebhookRequest {
  query: Record<string, unknown>
  body: unknown
  signature: string | undefined
  requestId: string | undefined
}

/**
 * Verifies and stores a webhook event of the provider; a job processes the event after the reply. An event that arrives
 * twice is stored once. So is one whose signature came before: the signature does not cover the topic, the action and
 * the seller, so a captured request could be repeated with others.
 * @throws ApiError ERROR_USER_NOT_AUTHORIZED if the request is not signed by the provider
 */
export async function receiveWebhook(context: Context, webhook: WebhookRequest): Promise<void> {
  const { query, signature, requestId } = webhook
  const dataId = textOf(query['data.id'])
  if (signature === undefined && isLegacyNotification(query)) return
  if (signature === undefined && context.config.mercadoPago.acceptsUnsignedWebhooks) {
    await readHint(context, dataId)
    return
  }
  const digest = verifySignature(
    { signature, requestId, dataId },
    context.config.mercadoPago.webhookSecrets,
  )
  if (digest === undefined) throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'webhook not signed')

  const parsed = z.safeParse(WebhookBody, webhook.body)
  const body = parsed.success ? parsed.data : {}
  const topic = textOf(query['type']) ?? body.type ?? body.topic ?? 'unknown'
  await runTransaction(context.db, async tx => {
    const id = await insertWebhookEvent(tx, {
      topic,
      // The id in the query string is preferred, since only it is signed. A fraud alert has its id in the body only.
      dataId: dataId ?? body.data?.payment_id ?? '',
      action: body.action ?? '',
      // If the request has no request id, the signature identifies the event, since it contains a timestamp.
      requestId: requestId ?? signature ?? '',
      signature: digest,
      payload: body,
    })
    if (id !== undefined) await enqueue(tx, processWebhookEventJob, { eventId: id })
  })
}

const HINTS_PER_ORDER = { name: 'unsigned_webhook', max: 10, seconds: 600 }

/**
 * Reads the order of a payment that is already known, because somebody says without a signature that the payment has
 * changed. Nothing else in the request is used or stored.
 */
async function readHint(context: Context, paymentId: string | undefined): Promise<void> {
  const payment = paymentId === undefined ? undefined : await findPayment(context.db, paymentId)
  if (!payment) return
  await context.limiter.consume(HINTS_PER_ORDER, payment.orderId)
  await enqueueReconciliation(context.db, payment.orderId)
}

/**
 * Tells whether a request is one of the provider's older, unsigned notifications, which are acknowledged and ignored.
 */
function isLegacyNotification(query: Record<string, unknown>): boolean {
  return query['topic'] !== undefined && query['id'] !== undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= 100 ? value : undefined
}

/** Processes a stored webhook event. The event only names the changed object; its state is read from the provider. */
export async function processWebhookEvent(context: Context, eventId: number): Promise<void> {
  const event = await findWebhookEvent(context.db, eventId)
  if (!event || event.processedAt) return
  const body = z.parse(WebhookBody, event.payload)
  const outcome = await handleTopic(context, event.topic, event.dataId, body).catch(
    (error: unknown) => {
      // No retry helps before the seller links the account again, and then the orders in review are read.
      if (!isPermissionGone(error)) throw error
      return reviewUnreadableOrders(context, {
        paymentId: event.dataId,
        collectorId: body.user_id,
      })
    },
  )
  context.log.info({ event: eventId, topic: event.topic, outcome }, 'webhook event processed')
  await markWebhookEventProcessed(context.db, eventId, outcome)
}

async function handleTopic(
  context: Context,
  topic: string,
  dataId: string,
  body: z.infer<typeof WebhookBody>,
): Promise<string> {
  switch (topic) {
    case 'payment':
      return handlePayment(context, dataId, body.user_id)
    case 'topic_chargebacks_wh':
      return handleChargeback(context, dataId, body.user_id)
    case FRAUD_ALERT:
      return handleFraudAlert(context, dataId, body.user_id)
    case 'mp-connect':
      await handleRevocation(context, body.user_id ?? dataId, body.action ?? '')
      return 'applied'
    default:
      return 'ignored'
  }
}

/**
 * Finds the seller whose token can read a payment: the seller of the stored order or, if the payment is unknown, the
 * seller whom the event names.
 */
async function findSellerOfPayment(
  context: Context,
  paymentId: string,
  collectorId: string | undefined,
): Promise<SellerAccount | undefined> {
  const payment = await findPayment(context.db, paymentId)
  const order = payment && (await findOrder(context.db, payment.orderId))
  if (order) return order
  return collectorId === undefined ? undefined : findSellerByCollector(context, collectorId)
}

async function handlePayment(
  context: Context,
  paymentId: string,
  collectorId: string | undefined,
): Promise<string> {
  const seller = await findSellerOfPayment(context, paymentId, collectorId)
  return seller === undefined
    ? 'PAYMENT_NOT_FOUND'
    : fetchAndApplyPayment(context, seller, paymentId)
}

/** Reads the payments that a chargeback names and applies each of them. */
async function handleChargeback(
  context: Context,
  chargebackId: string,
  collectorId: string | undefined,
): Promise<string> {
  const seller =
    collectorId === undefined ? undefined : await findSellerByCollector(context, collectorId)
  if (seller === undefined) return 'PAYMENT_NOT_FOUND'
  const paymentIds = await withSellerToken(context, seller, accessToken =>
    context.provider.findChargebackPayments(accessToken, chargebackId),
  )
  const outcomes = []
  for (const id of paymentIds) {
    const paymentSeller = (await findSellerOfPayment(context, id, collectorId)) ?? seller
    outcomes.push(await fetchAndApplyPayment(context, paymentSeller, id))
  }
  return outcomes.join(', ')
}

/**
 * Handles a fraud alert: puts the order of the payment on hold until an admin releases it, whatever the provider
 * reports later.
 */
async function handleFraudAlert(
  context: Context,
  paymentId: string,
  collectorId: string | undefined,
): Promise<string> {
  const payment = await runTransaction(context.db, async tx => {
    await lockFraudAlert(tx, paymentId)
    return findPayment(tx, paymentId)
  })
  // A payment that is applied for the first time puts its order on hold before anything is delivered, since the alert
  // about it is stored.
  if (!payment) return handlePayment(context, paymentId, collectorId)
  return runOrderTransaction(context, payment.orderId, async (tx, order) => {
    if (!order) return 'PAYMENT_NOT_FOUND'
    await placeHold(tx, order, paymentId)
    return 'applied'
  })
}
