import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { productFiles, uploads } from '#server/db/schema/index.ts'

/** Returns the digest that a product file had when it was uploaded, in hexadecimal; undefined if no row refers to it. */
export async function findDigest(db: Db, storageKey: string): Promise<string | undefined> {
  const [row] = await db
    .select({ sha256: productFiles.sha256 })
    .from(productFiles)
    .where(eq(productFiles.storageKey, storageKey))
  if (row) return row.sha256
  const [upload] = await db
    .select({ sha256: uploads.sha256 })
    .from(uploads)
    .where(eq(uploads.storageKey, storageKey))
  return upload?.sha256 ?? undefined
}
