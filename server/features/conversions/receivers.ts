import type { EndpointReply } from '#contract/core/endpoint.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { ReceiverForm, listConversions } from '#contract/conversions.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { sendConversionJob } from '#server/features/orders/job-kinds.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import {
  SENDING_DAYS,
  findLastEvents,
  findReceivers,
  resumeEvents,
  upsertReceiver,
} from './queries.ts'
import { nameSecret } from './send.ts'

/** Lists a seller's receivers, without their secrets, and the last events. */
export async function readConversions(
  { db }: Context,
  sellerId: number,
): Promise<EndpointReply<typeof listConversions>> {
  const receivers = await findReceivers(db, sellerId)
  const kinds = new Map(receivers.map(({ id, kind }) => [id, kind]))
  const events = receivers.length === 0 ? [] : await findLastEvents(db, [...kinds.keys()])
  return {
    receivers: receivers.map(({ kind, receiverId, savedAt, offAt, lastAnswer }) => ({
      kind,
      receiverId,
      savedAt: savedAt.toISOString(),
      offAt: offAt?.toISOString() ?? null,
      lastAnswer,
    })),
    deliveries: events.map(({ receiverId, createdAt, state, ...event }) => ({
      ...event,
      // Saving the receiver sends no older ones.
      state: state === 'paused' && createdAt < daysAgo(SENDING_DAYS) ? 'expired' : state,
      receiver: kinds.get(receiverId)!,
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** Saves a receiver with its secret encrypted, turns it on, and sends again what it did not take in the last week. */
export async function saveReceiver(
  { db, encryption }: Context,
  sellerId: number,
  { secret, ...form }: ReceiverForm,
): Promise<void> {
  const encrypted = encryption.encrypt(secret, nameSecret(sellerId, form.kind))
  await runTransaction(db, async tx => {
    const id = await upsertReceiver(tx, sellerId, { ...form, secret: encrypted })
    for (const eventId of await resumeEvents(tx, id))
      await enqueue(tx, sendConversionJob, { eventId })
  })
}
