import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { productFiles, productPreviews, products, profiles } from '#server/db/schema/index.ts'

/** Whether the database has any product file. */
export async function hasAnyProductFile(db: Db): Promise<boolean> {
  const rows = await db.select({ id: productFiles.id }).from(productFiles).limit(1)
  return rows.length > 0
}

/** Finds which of these keys a product's file version references, including versions that were released. */
export async function findReferencedFiles(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: productFiles.storageKey })
    .from(productFiles)
    .where(inArray(productFiles.storageKey, keys))
  return new Set(rows.map(({ key }) => key))
}

/** Finds which of these keys a cover, a preview or a profile picture references, including withdrawn products. */
export async function findReferencedImages(db: Db, keys: string[]): Promise<Set<string>> {
  const covers = await db
    .select({ key: products.imageKey })
    .from(products)
    .where(inArray(products.imageKey, keys))
  const previews = await db
    .select({ key: productPreviews.imageKey })
    .from(productPreviews)
    .where(inArray(productPreviews.imageKey, keys))
  const pictures = await db
    .select({ key: profiles.profilePictureKey })
    .from(profiles)
    .where(inArray(profiles.profilePictureKey, keys))
  return new Set([...covers, ...previews, ...pictures].flatMap(({ key }) => key ?? []))
}
