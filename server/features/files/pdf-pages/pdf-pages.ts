import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { productFiles } from '#server/db/schema/index.ts'
import {
  ContentProcessError,
  programUrl,
  runContentProcess,
} from '#server/integrations/content-process.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

/**
 * The pages of larger files are not counted, since the library reads all objects of a file into memory: 320 MB and four
 * seconds of a processor for a planner of 500 pages with 40,000 links.
 */
const MAX_BYTES = 20 * 1024 * 1024

const PAGE_COUNTER = { file: programUrl('count-pages') }
const LIMITS = { heapMb: 128, memoryMb: 384, ms: 20_000 }

/** Counts the pages of a stored PDF file and stores the number. They stay unknown if the file is unreadable or gone. */
export async function storePdfPages(
  { db, storage }: { db: Database; storage: Storage },
  storageKey: string,
): Promise<void> {
  const isThisFile = eq(productFiles.storageKey, storageKey)
  const [file] = await db
    .select({ sizeBytes: productFiles.sizeBytes, releasedAt: productFiles.releasedAt })
    .from(productFiles)
    .where(isThisFile)
  if (!file || file.releasedAt !== null || file.sizeBytes > MAX_BYTES) return
  const pages = await runPageCounter(await storage.read(storageKey))
  if (pages !== null) await db.update(productFiles).set({ pages }).where(isThisFile)
}

/** Returns null if the document is encrypted or broken, or needs more time or memory than a book does. */
async function runPageCounter(file: Readable): Promise<number | null> {
  try {
    const pages = Number((await runContentProcess(PAGE_COUNTER, file, LIMITS)).toString())
    return Number.isSafeInteger(pages) && pages > 0 ? pages : null
  } catch (error) {
    if (error instanceof ContentProcessError) return null
    throw error
  }
}
