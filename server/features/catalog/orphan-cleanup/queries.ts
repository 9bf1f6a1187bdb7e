import { localDay } from '#contract/core/time-zone.ts'
import { inArray, lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  productFiles,
  productPreviews,
  productViews,
  products,
  profiles,
} from '#server/db/schema/index.ts'

const KEEP_VIEWS_DAYS = 400

/** Whether this database knows any product file at all. */
export async function hasFiles(db: Db): Promise<boolean> {
  const rows = await db.select({ id: productFiles.id }).from(productFiles).limit(1)
  return rows.length > 0
}

/** Which of these keys a version of a product names, also one that was freed. */
export async function findReferencedFiles(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: productFiles.storageKey })
    .from(productFiles)
    .where(inArray(productFiles.storageKey, keys))
  return new Set(rows.map(({ key }) => key))
}

/** Which of these keys a cover, a preview or a profile names, of withdrawn products too. */
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

/** Days older than any range of the desk's chart. */
export async function purgeProductViews(db: Db): Promise<void> {
  const before = new Date(Date.now() - KEEP_VIEWS_DAYS * 86_400_000)
  await db.delete(productViews).where(lt(productViews.day, localDay(before)))
}
