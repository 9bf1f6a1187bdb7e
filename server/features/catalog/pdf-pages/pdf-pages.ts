import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { productFiles } from '#server/db/schema/index.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

/**
 * The pages of larger files are not counted, since the library holds a whole file in memory and, if the file has no
 * table of its objects, searches all of it: half a second for 20 MB.
 */
const MAX_BYTES = 20 * 1024 * 1024

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
  const pages = await countPages(await buffer(await storage.read(storageKey)))
  if (pages !== null) await db.update(productFiles).set({ pages }).where(isThisFile)
}

/** Returns null if the document is encrypted or broken. */
async function countPages(bytes: Buffer): Promise<number | null> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
    const { numPages } = document
    await document.loadingTask.destroy()
    return Number.isSafeInteger(numPages) && numPages > 0 ? numPages : null
  } catch {
    return null
  }
}
