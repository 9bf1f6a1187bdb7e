import { type SQL, and, count, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Draft, DraftFields } from '#contract/catalog/drafts.ts'
import type { Db } from '#server/db/client.ts'
import { previewsOfProduct } from '../previews/queries.ts'
import { productDrafts, products } from '#server/db/schema/index.ts'
import { partsColumn } from '../packs/queries.ts'

/** The visible files of a draft; a file is refused if its newest version was. */
const files = sql<
  Draft['files']
>`(select json_build_object('count', count(*), 'refusedCount', count(*) filter (where f.scan_state = 'refused'))
  from product_slots s join lateral (select v.scan_state from product_files v where v.slot_id = s.id
  order by v.id desc limit 1) f on true where s.product_id = ${products.id} and s.hidden_at is null)`

const selectDrafts = (db: Db) =>
  db
    .select({
      id: products.id,
      imageKey: products.imageKey,
      publishAt: products.publishAt,
      editionId: products.editionId,
      fields: productDrafts.fields,
      version: productDrafts.version,
      savedAt: productDrafts.savedAt,
      files,
      pack: partsColumn,
      previews: previewsOfProduct,
    })
    .from(products)
    .innerJoin(productDrafts, eq(productDrafts.productId, products.id))

export type DraftRow = Awaited<ReturnType<typeof selectDrafts>>[number]

const isDraftOf = (sellerId: number, condition?: SQL) =>
  and(
    eq(products.sellerId, sellerId),
    eq(products.state, 'draft'),
    isNull(products.deletedAt),
    condition,
  )

/** Finds the drafts of a seller, the one that was saved last first. */
export function findDrafts(db: Db, sellerId: number): Promise<DraftRow[]> {
  return selectDrafts(db)
    .where(isDraftOf(sellerId))
    .orderBy(desc(productDrafts.savedAt), desc(products.publicationNumber))
}

/** Finds a draft; undefined if it was published or deleted, or belongs to another seller. */
export async function findDraft(
  db: Db,
  sellerId: number,
  id: number,
): Promise<DraftRow | undefined> {
  const [row] = await selectDrafts(db).where(isDraftOf(sellerId, eq(products.id, id)))
  return row
}

/** Finds the drafts whose time to be published has come, the earliest first. */
export function findDueDrafts(db: Db, now: Date, limit: number) {
  return db
    .select({ id: products.id, sellerId: products.sellerId })
    .from(products)
    .where(and(lte(products.publishAt, now), isNull(products.deletedAt)))
    .orderBy(products.publishAt)
    .limit(limit)
}

/** Finds drafts with nothing in them that were saved last before a time, such as those whose only letter was erased. */
export function findEmptyDrafts(db: Db, savedBefore: Date, limit: number) {
  return db
    .select({ id: products.id, sellerId: products.sellerId })
    .from(productDrafts)
    .innerJoin(products, eq(products.id, productDrafts.productId))
    .where(
      and(
        lt(productDrafts.savedAt, savedBefore),
        eq(products.state, 'draft'),
        eq(products.isPack, false),
        eq(products.imageKey, ''),
        isNull(products.deletedAt),
        sql`not exists (select from jsonb_each_text(${productDrafts.fields}) field
          where field.value not in ('', 'false'))`,
        sql`not exists (select from product_slots s where s.product_id = ${products.id})`,
        sql`not exists (select from product_previews p where p.product_id = ${products.id})`,
      ),
    )
    .orderBy(productDrafts.productId)
    .limit(limit)
}

export async function countDrafts(db: Db, sellerId: number): Promise<number> {
  const [row] = await db.select({ count: count() }).from(products).where(isDraftOf(sellerId))
  return row!.count
}

export async function insertDraftFields(
  tx: Db,
  productId: number,
  fields: DraftFields,
): Promise<void> {
  await tx.insert(productDrafts).values({ productId, fields })
}

/** Changes the given fields of a draft. */
export async function mergeDraftFields(
  tx: Db,
  productId: number,
  fields: DraftFields,
): Promise<void> {
  await tx
    .update(productDrafts)
    .set({
      fields: sql`${productDrafts.fields} || ${JSON.stringify(fields)}::jsonb`,
      version: sql`${productDrafts.version} + 1`,
      savedAt: new Date(),
    })
    .where(eq(productDrafts.productId, productId))
}

export async function deleteDraftFields(tx: Db, productId: number): Promise<void> {
  await tx.delete(productDrafts).where(eq(productDrafts.productId, productId))
}

/** Makes a product the first one of lists that show the newest one first. */
export async function renewPublicationNumber(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`update products set publication_number = default where id = ${id}`)
}

/** Makes a draft wait for its seller, unless it has got another time since it was due. */
export async function stopSchedule(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(products)
    .set({ publishAt: null })
    .where(and(eq(products.id, id), lte(products.publishAt, now)))
}
