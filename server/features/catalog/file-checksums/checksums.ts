import { crc32 } from 'node:zlib'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { jobs, productFiles } from '#server/db/schema/index.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { computeChecksumJob } from './job.ts'

const hasNoChecksum = and(isNull(productFiles.crc32), isNull(productFiles.releasedAt))

/** Computes and stores the CRC-32 of a file that has none and was not released meanwhile. */
export async function computeChecksum(
  { db, storage }: { db: Database; storage: Storage },
  fileId: number,
): Promise<void> {
  const isThisFile = and(eq(productFiles.id, fileId), hasNoChecksum)
  const [file] = await db
    .select({ storageKey: productFiles.storageKey })
    .from(productFiles)
    .where(isThisFile)
  if (!file) return
  let checksum = 0
  for await (const chunk of (await storage.read(file.storageKey)) as AsyncIterable<Buffer>)
    checksum = crc32(chunk, checksum)
  await db.update(productFiles).set({ crc32: checksum }).where(isThisFile)
}

/** The number of files of which the checksum is computed until the next run, and the pause between them. */
const BATCH = 500
const PAUSE_MS = 1000

/**
 * Enqueues the computation of missing checksums, a batch at a time and slowly, the newest files first. A file of which it
 * failed for good is left out.
 */
export async function enqueueMissingChecksums({ db }: { db: Database }): Promise<void> {
  const isOfThisKind = eq(jobs.kind, computeChecksumJob.kind)
  if ((await db.$count(jobs, and(isOfThisKind, eq(jobs.state, 'waiting')))) > 0) return
  const files = await db
    .select({ id: productFiles.id })
    .from(productFiles)
    .where(
      and(
        hasNoChecksum,
        sql`not exists (select from ${jobs} where ${isOfThisKind} and ${jobs.state} = 'dead' and (${jobs.payload}->>'fileId')::int = ${productFiles.id})`,
      ),
    )
    .orderBy(desc(productFiles.id))
    .limit(BATCH)
  for (const [index, { id: fileId }] of files.entries())
    await enqueue(
      db,
      computeChecksumJob,
      { fileId },
      {
        runAt: new Date(Date.now() + index * PAUSE_MS),
        dedupeKey: `${computeChecksumJob.kind}:${fileId}`,
      },
    )
}
