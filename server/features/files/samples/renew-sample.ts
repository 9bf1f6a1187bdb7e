import { randomUUID } from 'node:crypto'
import { SAMPLE_LIMITS } from '#contract/files/sample-rules.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { removeFileJob } from '../job-kinds.ts'
import { type Sample, cutSample } from './cutter.ts'
import { cutSampleJob } from './job.ts'
import { findOutdatedSamples, findSampleToCut, lockProductOfSlot, updateSample } from './queries.ts'

const NO_SAMPLE = {
  refusal: null,
  storageKey: null,
  mime: null,
  sizeBytes: null,
  sha256: null,
  length: null,
}

/**
 * Cuts the sample of a slot from its newest version, and removes the one of an earlier version. If no version is on
 * sale, the sample is only removed. A sample whose version was replaced while it was cut is thrown away, since the
 * change has enqueued another job.
 * @throws Error if the storage fails, so that the job is repeated
 */
export async function renewSample(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  slotId: number,
): Promise<void> {
  const offer = await findSampleToCut(db, slotId)
  if (!offer || isCut(offer)) return
  const { sellerId, file } = offer
  const result = file && (await cutSample(storage, file))
  const stored =
    result && 'bytes' in result ? await storeSample(storage, sellerId, result) : undefined
  const isSaved = await runTransaction(db, async tx => {
    await lockProductOfSlot(tx, slotId)
    const current = await findSampleToCut(tx, slotId)
    if (!current || isCut(current) || current.file?.id !== file?.id) return false
    const refusal = result && 'refusal' in result ? result.refusal : null
    await updateSample(tx, slotId, { ...NO_SAMPLE, refusal, ...stored, fileId: file?.id ?? null })
    const { storageKey } = current.sample
    if (storageKey !== null) await enqueue(tx, removeFileJob, { storageKey })
    return true
  })
  if (stored && !isSaved) await storage.remove(stored.storageKey)
}

/** Tells whether a sample was cut from the version that is on sale now. */
const isCut = ({ sample, file }: NonNullable<Awaited<ReturnType<typeof findSampleToCut>>>) =>
  sample.fileId === (file?.id ?? null)

async function storeSample(storage: Storage, sellerId: number, { bytes, mime, length }: Sample) {
  const storageKey = `${sellerId}/${randomUUID()}`
  const upload = await storage.stageUpload()
  const { sizeBytes, sha256 } = await upload.write(toIterable(bytes), SAMPLE_LIMITS.maxBytes)
  await upload.commit(storageKey)
  return { storageKey, mime, sizeBytes, sha256, length }
}

async function* toIterable(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const BATCH = 200

/** Enqueues the cutting of outdated samples that no job cuts, such as after the last attempt of one. */
export async function enqueueMissingSamples({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const slotId of await findOutdatedSamples(db, BATCH))
    await enqueue(db, cutSampleJob, { slotId }, { dedupeKey: `${cutSampleJob.kind}:${slotId}` })
}
