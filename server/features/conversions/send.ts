import { randomUUID } from 'node:crypto'
import type { ConversionState, ReceiverKind } from '#contract/conversions.ts'
import { toDecimal } from '#contract/core/money.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { nameOwner } from '#server/db/encrypted-columns.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { ReceiverReply } from '#server/integrations/conversions/receiver-replies.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Context } from '#server/context.ts'
import {
  type ReceiverRow,
  SENDING_DAYS,
  countAnswer,
  findReceivers,
  findWaitingEvent,
  updateEvent,
} from './queries.ts'

/** The limit of test events of one seller. */
const TESTS_BY_SELLER = { name: 'conversion_tests', max: 20, seconds: 600 }

/** Returns the name under which a receiver's secret is encrypted. */
export const nameSecret = (sellerId: number, kind: ReceiverKind) =>
  nameOwner('conversion_receivers.secret', sellerId, kind)

const readAccess = (
  { encryption }: Context,
  { sellerId, kind, receiverId, secret }: ReceiverRow,
) => ({ kind, receiverId, secret: encryption.decrypt(secret, nameSecret(sellerId, kind)) })

/**
 * Sends an event to its receiver. The receiver recognizes an event that was sent before by the id of the order, so a
 * lost answer counts nothing twice.
 * @throws ProviderError `unavailable` if the event must be sent again later
 */
export async function sendConversion(
  context: Context,
  { eventId }: { eventId: number },
): Promise<void> {
  const {
    db,
    conversionSender,
    config: { publicOrigin },
  } = context
  const found = await findWaitingEvent(db, eventId)
  if (!found) return
  const { event, receiver, order, purchaseState, productIds } = found
  if (receiver.offAt !== null) return updateEvent(db, eventId, { state: 'paused' })
  if (Date.now() - event.createdAt.getTime() > SENDING_DAYS * DAY_MS)
    return updateEvent(db, eventId, { state: 'expired' })
  if (event.kind === 'refund' && purchaseState !== 'sent')
    return putOffRefund(db, eventId, purchaseState)
  const { answer, message } = await conversionSender
    .send(readAccess(context, receiver), {
      id: event.orderId,
      kind: event.kind,
      at: event.createdAt,
      value: toDecimal(order.totalMinor),
      currency: order.currency,
      productIds,
      pageUrl: `${publicOrigin}/product/${productIds[0]!}`,
    })
    .catch(async (error: unknown) => {
      // Each attempt during an outage would write the same again.
      if (event.answer !== 'unavailable')
        await updateEvent(db, eventId, { answer: 'unavailable', message: '' })
      throw error
    })
  await runTransaction(db, async tx => {
    const state = answer === 'accepted' ? 'sent' : 'refused'
    await updateEvent(tx, eventId, { state, answer, message })
    if (!(await countAnswer(tx, receiver, answer))) return
    await context.notify(tx, receiver.sellerId, {
      kind: 'conversions_off',
      dedupeKey: `conversions_off:${receiver.id}:${receiver.savedAt.toISOString()}`,
      data: { receiver: receiver.kind, answer },
    })
  })
}

/**
 * Leaves a refund until its purchase is sent: with a purchase that was refused or is paused it waits for the seller,
 * and what never arrived need not be taken back.
 * @throws ProviderError `unavailable` if the purchase is about to be sent
 */
async function putOffRefund(
  db: Db,
  eventId: number,
  purchaseState: ConversionState | null,
): Promise<void> {
  if (purchaseState === null || purchaseState === 'expired')
    return updateEvent(db, eventId, { state: 'expired' })
  if (purchaseState !== 'waiting') return updateEvent(db, eventId, { state: 'paused' })
  // The attempts of this job are repeated ever less often, while a new job for each look would stay for a week.
  throw new ProviderError('unavailable', 'the purchase was not sent yet')
}

/**
 * Sends an event to a seller's receiver that shows whether it takes events, and is no purchase.
 * @throws ApiError UNKNOWN_ERROR with 404 if the seller has no such receiver; ERROR_TOO_MANY_REQUESTS
 */
export async function sendTestEvent(
  context: Context,
  sellerId: number,
  kind: ReceiverKind,
): Promise<ReceiverReply> {
  const receivers = await findReceivers(context.db, sellerId)
  const receiver = receivers.find(row => row.kind === kind)
  if (!receiver) throw new ApiError('UNKNOWN_ERROR', 'no such receiver', { status: 404 })
  await context.limiter.consume(TESTS_BY_SELLER, String(sellerId))
  try {
    return await context.conversionSender.send(readAccess(context, receiver), {
      id: randomUUID(),
      kind: 'test',
      at: new Date(),
      pageUrl: context.config.publicOrigin,
    })
  } catch (error) {
    if (error instanceof ProviderError) return { answer: 'unavailable', message: '' }
    throw error
  }
}
