import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { productFiles, productSamples, uploads } from '#server/db/schema/index.ts'

/** Returns the digest that a stored file had when it was uploaded or cut, in hexadecimal; undefined if no row refers to it. */
export async function findDigest(db: Db, storageKey: string): Promise<string | undefined> {
  const [row] = await db
    .select({ sha256: productFiles.sha256 })
    .from(productFiles)
    .where(eq(productFiles.storageKey, storageKey))
  if (row) return row.sha256
  const [sample] = await db
    .select({ sha256: productSamples.sha256 })
    .from(productSamples)
    .where(eq(productSamples.storageKey, storageKey))
  if (sample) return sample.sha256 ?? undefined
  const [upload] = await db
    .select({ sha256: uploads.sha256 })
    .from(uploads)
    .where(eq(uploads.storageKey, storageKey))
  return upload?.sha256 ?? undefined
}
