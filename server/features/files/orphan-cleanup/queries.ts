import { inArray } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  productFiles,
  productPreviews,
  productSamples,
  products,
  profiles,
  uploads,
  workingCopies,
} from '#server/db/schema/index.ts'

/** Returns whether the database knows a product file. */
export async function hasAnyProductFile(db: Db): Promise<boolean> {
  const rows = await db.select({ id: productFiles.id }).from(productFiles).limit(1)
  return rows.length > 0
}

/**
 * Returns those of the given storage keys that a product file version references, including released versions, a
 * sample, or an upload whose file no product has taken yet.
 */
export async function findReferencedFiles(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: productFiles.storageKey })
    .from(productFiles)
    .where(inArray(productFiles.storageKey, keys))
  const uploaded = await db
    .select({ key: uploads.storageKey })
    .from(uploads)
    .where(inArray(uploads.storageKey, keys))
  const samples = await db
    .select({ key: productSamples.storageKey })
    .from(productSamples)
    .where(inArray(productSamples.storageKey, keys))
  return new Set([...rows, ...uploaded, ...samples].flatMap(({ key }) => key ?? []))
}

/**
 * Returns those of the given storage keys that a cover, a preview or a profile picture references. Covers and previews
 * of withdrawn products count too.
 */
export async function findReferencedImages(db: Db, keys: string[]): Promise<Set<string>> {
  const covers = await db
    .select({ key: products.imageKey })
    .from(products)
    .where(inArray(products.imageKey, keys))
  const newCovers = await db
    .select({ key: workingCopies.imageKey })
    .from(workingCopies)
    .where(inArray(workingCopies.imageKey, keys))
  const previews = await db
    .select({ key: productPreviews.imageKey })
    .from(productPreviews)
    .where(inArray(productPreviews.imageKey, keys))
  const pictures = await db
    .select({ key: profiles.profilePictureKey })
    .from(profiles)
    .where(inArray(profiles.profilePictureKey, keys))
  return new Set(
    [...covers, ...newCovers, ...previews, ...pictures].flatMap(({ key }) => key ?? []),
  )
}
