import { randomUUID } from 'node:crypto'
import type { ReceiverKind } from '#contract/conversions.ts'
import { toDecimal } from '#contract/core/money.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { nameOwner } from '#server/db/encrypted-columns.ts'
import { sendConversionJob } from '#server/features/orders/job-kinds.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { ReceiverReply } from '#server/integrations/conversions/receiver-replies.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { ConversionsDeps } from './deps.ts'
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
/** The pause before it is seen again whether the purchase was taken that a refund takes back. */
const PURCHASE_PAUSE_MS = 60_000

/** Returns the name under which a receiver's secret is encrypted. */
export const nameSecret = (sellerId: number, kind: ReceiverKind) =>
  nameOwner('conversion_receivers.secret', sellerId, kind)

const readAccess = (
  { encryption }: ConversionsDeps,
  { sellerId, kind, receiverId, secret }: ReceiverRow,
) => ({ kind, receiverId, secret: encryption.decrypt(secret, nameSecret(sellerId, kind)) })

/**
 * Sends an event to its receiver. The receiver recognizes an event that was sent before by the id of the order, so a lost
 * answer counts nothing twice.
 * @throws ProviderError `unavailable` if the event must be sent again later
 */
export async function sendConversion(
  deps: ConversionsDeps,
  { eventId }: { eventId: number },
): Promise<void> {
  const { db, conversionSender, publicOrigin } = deps
  const found = await findWaitingEvent(db, eventId)
  if (!found) return
  const { event, receiver, order, purchaseState, productIds } = found
  if (receiver.offAt !== null) return updateEvent(db, eventId, { state: 'paused' })
  if (Date.now() - event.createdAt.getTime() > SENDING_DAYS * DAY_MS)
    return updateEvent(db, eventId, { state: 'expired' })
  if (event.kind === 'refund' && purchaseState !== 'sent') {
    // A refund waits with its purchase for the repair of the receiver. What never arrived need not be taken back.
    if (purchaseState === 'refused' || purchaseState === 'paused')
      return updateEvent(db, eventId, { state: 'paused' })
    if (purchaseState !== 'waiting') return updateEvent(db, eventId, { state: 'expired' })
    const runAt = new Date(Date.now() + PURCHASE_PAUSE_MS)
    return enqueue(db, sendConversionJob, { eventId }, { runAt })
  }
  const { answer, message } = await conversionSender
    .send(readAccess(deps, receiver), {
      id: event.orderId,
      kind: event.kind,
      at: event.createdAt,
      value: toDecimal(order.totalMinor),
      currency: order.currency,
      productIds,
      pageUrl: `${publicOrigin}/product/${productIds[0]!}`,
    })
    .catch(async (error: unknown) => {
      await updateEvent(db, eventId, { answer: 'unavailable', message: '' })
      throw error
    })
  const state = answer === 'accepted' ? 'sent' : 'refused'
  await updateEvent(db, eventId, { state, answer, message })
  await countAnswer(db, receiver, answer)
}

/**
 * Sends an event to a seller's receiver that shows whether it takes events, and is no purchase.
 * @throws ApiError UNKNOWN_ERROR with 404 if the seller has no such receiver; ERROR_TOO_MANY_REQUESTS
 */
export async function sendTestEvent(
  deps: ConversionsDeps,
  sellerId: number,
  kind: ReceiverKind,
): Promise<ReceiverReply> {
  const receivers = await findReceivers(deps.db, sellerId)
  const receiver = receivers.find(row => row.kind === kind)
  if (!receiver) throw new ApiError('UNKNOWN_ERROR', 'no such receiver', { status: 404 })
  await deps.limiter.consume(TESTS_BY_SELLER, String(sellerId))
  try {
    return await deps.conversionSender.send(readAccess(deps, receiver), {
      id: randomUUID(),
      kind: 'test',
      at: new Date(),
      pageUrl: deps.publicOrigin,
    })
  } catch (error) {
    if (error instanceof ProviderError) return { answer: 'unavailable', message: '' }
    throw error
  }
}
