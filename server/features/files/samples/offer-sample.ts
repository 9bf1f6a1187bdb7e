import { SAMPLE_TYPES } from '#contract/files/sample-rules.ts'
import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { removeFileJob } from '../job-kinds.ts'
import { cutSampleJob } from './job.ts'
import { deleteSamples, findSlotType, hasSample, insertSample } from './queries.ts'

/**
 * Offers a sample of a slot, which a job cuts from its newest version.
 * @throws ApiError ERROR_SAMPLE_TYPE if there are no samples of files of its type
 */
export async function offerSample(
  tx: Transaction,
  { id: slotId, productId }: { id: number; productId: number },
): Promise<void> {
  const type = await findSlotType(tx, slotId)
  if (type === undefined || !SAMPLE_TYPES.includes(type.toUpperCase()))
    throw new ApiError('ERROR_SAMPLE_TYPE', `slot ${slotId}: ${type}`)
  await insertSample(tx, { slotId, productId })
  await requestSample(tx, slotId)
}

/**
 * Enqueues the cutting of a slot's sample, if one is offered. To be called whenever another version of the slot is on
 * sale than before, or none.
 */
export async function requestSample(tx: Transaction, slotId: number): Promise<void> {
  if (!(await hasSample(tx, slotId))) return
  const dedupeKey = `${cutSampleJob.kind}:${slotId}`
  await enqueue(tx, cutSampleJob, { slotId }, { dedupeKey })
}

/** Ends the offer of a slot's sample, and enqueues the removal of its bytes. */
export async function withdrawSample(tx: Transaction, slotId: number): Promise<void> {
  await removeAll(tx, await deleteSamples(tx, { slotId }))
}

/** Ends the offers of all samples of a product, and enqueues the removal of their bytes. */
export async function withdrawSamplesOfProduct(tx: Transaction, productId: number): Promise<void> {
  await removeAll(tx, await deleteSamples(tx, { productId }))
}

async function removeAll(tx: Transaction, storageKeys: readonly string[]): Promise<void> {
  for (const storageKey of storageKeys) await enqueue(tx, removeFileJob, { storageKey })
}
