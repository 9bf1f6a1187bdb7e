import { type SQL, and, count, desc, eq, getTableColumns, isNull, lt, lte, sql } from 'drizzle-orm'
import { LIMITS } from '#contract/core/limits.ts'
import type { TypedFields } from '#contract/products/working-copy.ts'
import type { Db } from '#server/db/client.ts'
import {
  filesAreChanged,
  filesOfWorkingCopy,
} from '#server/features/files/product-files/queries.ts'
import { previewsOfWorkingCopy, previewsAreChanged } from '../previews/queries.ts'
import { products, workingCopies } from '#server/db/schema/index.ts'
import { partsColumn } from '#server/features/prices/packs/queries.ts'

/** More characters than any field of a product can have, but for the text about it. */
const CUT_LENGTH = LIMITS.description.max + 100

const selectWorkingCopies = (db: Db, fields?: SQL<TypedFields>) =>
  db
    .select({
      product: products,
      copy: { ...getTableColumns(workingCopies), ...(fields && { fields }) },
      files: filesOfWorkingCopy,
      areFilesChanged: filesAreChanged,
      pack: partsColumn,
      previews: previewsOfWorkingCopy,
      arePreviewsChanged: previewsAreChanged,
    })
    .from(products)
    .leftJoin(workingCopies, eq(workingCopies.productId, products.id))

/** A product with what its seller has changed of it; without changes, `copy` can be null. */
export type WorkingCopyRow = Awaited<ReturnType<typeof selectWorkingCopies>>[number]

const isOwn = (sellerId: number, condition: SQL) =>
  and(eq(products.sellerId, sellerId), isNull(products.deletedAt), condition)

const isDraft = eq(products.state, 'draft')

/**
 * The typed fields, each cut after the first characters that no product can have, so that a list of drafts reads little
 * however much was typed. What is too long stays too long.
 */
const cutFields = sql<TypedFields>`(select coalesce(jsonb_object_agg(key, case jsonb_typeof(value)
    when 'string' then to_jsonb(left(value #>> '{}', case key when 'about' then ${LIMITS.about.max + 1}::int
      else ${CUT_LENGTH}::int end)) else value end), '{}')
  from jsonb_each(${workingCopies.fields}))`

/** Finds the drafts of a seller with the beginnings of their fields, the one that was saved last first. */
export function findDrafts(db: Db, sellerId: number): Promise<WorkingCopyRow[]> {
  return selectWorkingCopies(db, cutFields)
    .where(isOwn(sellerId, isDraft))
    .orderBy(desc(workingCopies.savedAt), desc(products.publicationNumber))
}

/** Finds the working copy of a product; undefined if it was deleted or belongs to another seller. */
export async function findWorkingCopy(
  db: Db,
  sellerId: number,
  id: number,
): Promise<WorkingCopyRow | undefined> {
  const [row] = await selectWorkingCopies(db).where(isOwn(sellerId, eq(products.id, id)))
  return row
}

/** Finds the products whose drafts or changes are to be published by now, the earliest first. */
export function findDueWorkingCopies(db: Db, now: Date, limit: number) {
  return db
    .select({ id: products.id, sellerId: products.sellerId })
    .from(workingCopies)
    .innerJoin(products, eq(products.id, workingCopies.productId))
    .where(and(lte(workingCopies.publishAt, now), isNull(products.deletedAt)))
    .orderBy(workingCopies.publishAt)
    .limit(limit)
}

/** Finds drafts with nothing in them that were saved last before a time, such as those whose only letter was erased. */
export function findEmptyDrafts(db: Db, savedBefore: Date, limit: number) {
  return db
    .select({ id: products.id, sellerId: products.sellerId })
    .from(workingCopies)
    .innerJoin(products, eq(products.id, workingCopies.productId))
    .where(
      and(
        lt(workingCopies.savedAt, savedBefore),
        isDraft,
        eq(products.isPack, false),
        isNull(workingCopies.imageKey),
        isNull(products.deletedAt),
        sql`not exists (select from jsonb_each_text(${workingCopies.fields}) field
          where field.value not in ('', 'false'))`,
        sql`not exists (select from product_slots s where s.product_id = ${products.id})`,
        sql`not exists (select from product_previews p where p.product_id = ${products.id})`,
      ),
    )
    .orderBy(workingCopies.productId)
    .limit(limit)
}

export async function countDrafts(db: Db, sellerId: number): Promise<number> {
  const [row] = await db.select({ count: count() }).from(products).where(isOwn(sellerId, isDraft))
  return row!.count
}

/** Sets when a working copy is published by itself. */
export async function setPublishAt(tx: Db, id: number, publishAt: Date | null): Promise<void> {
  await tx.update(workingCopies).set({ publishAt }).where(eq(workingCopies.productId, id))
}

/**
 * Makes a working copy wait for its seller, unless it has got another time since it was due.
 * @returns whether it was made to wait
 */
export async function stopSchedule(tx: Db, id: number, now: Date): Promise<boolean> {
  const stopped = await tx
    .update(workingCopies)
    .set({ publishAt: null })
    .where(and(eq(workingCopies.productId, id), lte(workingCopies.publishAt, now)))
    .returning({ id: workingCopies.productId })
  return stopped.length > 0
}

/** Deletes a working copy. @returns the key of its cover, if it has one of its own */
export async function deleteWorkingCopy(tx: Db, productId: number): Promise<string | null> {
  const [deleted] = await tx
    .delete(workingCopies)
    .where(eq(workingCopies.productId, productId))
    .returning({ imageKey: workingCopies.imageKey })
  return deleted?.imageKey ?? null
}

/** Makes a product the first one of lists that show the newest one first. */
export async function renewPublicationNumber(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`update products set publication_number = default where id = ${id}`)
}

/** The SQL of when a published product was changed last without being published; null without such a change. */
export const unpublishedColumn = sql<{ savedAt: string; publishAt: string | null } | null>`(select
  json_build_object('savedAt', w.saved_at, 'publishAt', w.publish_at) from working_copies w
  where w.product_id = ${products.id}
  and (w.fields <> '{}' or w.image_key is not null or ${previewsAreChanged} or ${filesAreChanged}))`
