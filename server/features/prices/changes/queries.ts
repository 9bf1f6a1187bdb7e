import { type SQL, and, desc, eq, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { PriceBatch } from '#contract/prices/price-changes.ts'
import type { PriceableProduct } from '#contract/prices/price-rules.ts'
import { Price } from '#contract/products/products.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import {
  packParts,
  priceBatches,
  priceChanges,
  products,
  workingCopies,
} from '#server/db/schema/index.ts'
import { partCount } from '../packs/queries.ts'

/** How many batches the list shows, and how many of the products that a batch has left. */
const LISTED_BATCHES = 50
const LISTED_PRODUCTS = 50
/** How many days a batch is kept, which can be undone as long. */
const BATCH_DAYS = 400

export type PriceBatchRow = typeof priceBatches.$inferSelect
export type PriceChangeRow = typeof priceChanges.$inferSelect

/** A product or a draft with what decides about its new price. */
export interface PriceableRow extends PriceableProduct {
  id: number
  name: string
  isDraft: boolean
}

/** Which products of a seller: those with the ids, or all that are not archived. */
interface Choice {
  sellerId: number
  ids: readonly number[] | null
}

const isChosen = ({ sellerId, ids }: Choice): SQL | undefined =>
  and(
    eq(products.sellerId, sellerId),
    isNull(products.deletedAt),
    ids === null
      ? ne(products.state, 'archived')
      : sql`${products.id} = any(${sql.param([...ids])}::int[])`,
  )

/** Locks products by their ids as `lockChosenProducts`. */
export const lockProductsAndPacks = (tx: Db, ids: readonly number[]): Promise<void> =>
  lockWithPacks(tx, sql`${products.id} = any(${sql.param([...ids])}::int[])`)

/** Locks the chosen products of a seller as `lockWithPacks`. */
export const lockChosenProducts = (tx: Db, choice: Choice): Promise<void> =>
  lockWithPacks(tx, isChosen(choice))

/**
 * Locks products and the packs that they are parts of until the transaction ends, packs after parts, as purchases lock
 * them. The triggers of a part change its packs.
 */
async function lockWithPacks(tx: Db, condition: SQL | undefined): Promise<void> {
  const chosen = tx.select({ id: products.id }).from(products).where(condition)
  const packs = tx
    .select({ id: packParts.packId })
    .from(packParts)
    .where(inArray(packParts.productId, chosen))
  await tx
    .select({ id: products.id })
    .from(products)
    .where(or(condition, inArray(products.id, packs)))
    .orderBy(products.isPack, products.id)
    .for('update')
}

/**
 * Finds the prices of products and drafts, the newest product first. Drafts have the price that was typed into them.
 */
export async function findPriceableProducts(db: Db, choice: Choice): Promise<PriceableRow[]> {
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      state: products.state,
      price: products.price,
      isPriceDynamic: products.isPriceDynamic,
      suggestedPrice: products.suggestedPrice,
      fields: workingCopies.fields,
      leastPrice: sql<number>`greatest(1, ${partCount})`,
      isOffered: sql<boolean>`(${products.listPrice} is not null)`,
      isPlanned: sql<boolean>`exists (select 1 from ${priceChanges} where ${priceChanges.productId} = ${products.id}
        and ${priceChanges.state} = 'planned')`,
    })
    .from(products)
    .leftJoin(workingCopies, eq(workingCopies.productId, products.id))
    .where(isChosen(choice))
    .orderBy(desc(products.publicationNumber))
  return rows.map(({ state, fields, ...row }) =>
    state === 'draft'
      ? {
          ...row,
          isDraft: true,
          price: readTyped(fields?.price),
          isPriceDynamic: fields?.isPriceDynamic === true || fields?.isPriceDynamic === 'true',
          suggestedPrice: readTyped(fields?.suggestedPrice) ?? 0,
        }
      : { ...row, isDraft: false },
  )
}

/** Returns the price that was typed into a draft; null if it is none. */
const readTyped = (text: string | boolean | undefined): number | null =>
  z.safeParse(Price, text).data ?? null

/** Sets the prices of locked products and drafts: each kind in one statement, however many they are. */
export async function updatePrices(
  tx: Db,
  prices: readonly { id: number; price: number; isDraft: boolean }[],
): Promise<void> {
  const ofProducts = prices.filter(({ isDraft }) => !isDraft)
  const ofDrafts = prices.filter(({ isDraft }) => isDraft)
  if (ofProducts.length > 0)
    await tx.execute(
      sql`update products p set price = v.price, updated_at = now() from ${toRows(ofProducts)} where p.id = v.id`,
    )
  if (ofDrafts.length > 0)
    await tx.execute(
      sql`update working_copies d
        set fields = d.fields || jsonb_build_object('price', v.price::text), version = d.version + 1, saved_at = now()
        from ${toRows(ofDrafts)} where d.product_id = v.id`,
    )
}

/** Builds a table of ids and prices from two arrays, whose number of parameters does not grow. */
const toRows = (prices: readonly { id: number; price: number }[]): SQL =>
  sql`unnest(${sql.param(prices.map(({ id }) => id))}::int[], ${sql.param(prices.map(({ price }) => price))}::int[])
    as v(id, price)`

export async function insertBatch(
  tx: Db,
  batch: typeof priceBatches.$inferInsert,
  changes: readonly { id: number; oldPrice: number; newPrice: number }[],
): Promise<number> {
  const [row] = await tx.insert(priceBatches).values(batch).returning({ id: priceBatches.id })
  const state = batch.state === 'planned' ? 'planned' : 'done'
  const column = (of: (change: (typeof changes)[number]) => number) => sql.param(changes.map(of))
  await tx.execute(
    sql`insert into price_changes (batch_id, product_id, old_price, new_price, state)
      select ${row!.id}::int, v.*, ${state}
      from unnest(${column(({ id }) => id)}::int[], ${column(({ oldPrice }) => oldPrice)}::int[],
      ${column(({ newPrice }) => newPrice)}::int[]) v`,
  )
  return row!.id
}

/** Locks a batch until the transaction ends, so that it is carried out or ended once. */
export async function lockBatch(tx: Db, id: number): Promise<PriceBatchRow | undefined> {
  const [batch] = await tx.select().from(priceBatches).where(eq(priceBatches.id, id)).for('update')
  return batch
}

export function findChanges(
  db: Db,
  batchId: number,
  state: PriceChangeRow['state'],
): Promise<PriceChangeRow[]> {
  return db
    .select()
    .from(priceChanges)
    .where(and(eq(priceChanges.batchId, batchId), eq(priceChanges.state, state)))
}

/**
 * Sets the states of the changes of a batch that are in the state `from`: one for the given products, and one for the
 * others.
 */
export async function updateChanges(
  tx: Db,
  { batchId, from }: { batchId: number; from: PriceChangeRow['state'] },
  ids: readonly number[],
  states: { given: PriceChangeRow['state']; others: PriceChangeRow['state'] },
): Promise<void> {
  await tx
    .update(priceChanges)
    .set({
      state: sql`case when ${priceChanges.productId} = any(${sql.param([...ids])}::int[]) then ${states.given}
        else ${states.others} end`,
    })
    .where(and(eq(priceChanges.batchId, batchId), eq(priceChanges.state, from)))
}

export async function updateBatch(
  tx: Db,
  id: number,
  changes: Partial<Pick<PriceBatchRow, 'state' | 'doneAt' | 'endedAt'>>,
): Promise<void> {
  await tx.update(priceBatches).set(changes).where(eq(priceBatches.id, id))
}

/** Finds the batches whose time has come, the earliest first. */
export async function findDueBatches(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: priceBatches.id })
    .from(priceBatches)
    .where(and(eq(priceBatches.state, 'planned'), lte(priceBatches.startsAt, now)))
    .orderBy(priceBatches.startsAt, priceBatches.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

// In a query of one table, columns have no table names, which these subqueries need.
const count = (states: SQL) =>
  sql<number>`(select count(*)::int from price_changes c where c.batch_id = price_batches.id
    and c.state in (${states}))`

/** Finds the newest batches of a seller, or the one with an id. */
export async function findBatches(
  db: Db,
  { sellerId, id }: { sellerId: number; id?: number },
): Promise<
  (PriceBatchRow & Pick<PriceBatch, 'productCount' | 'changedCount' | 'left' | 'leftCount'>)[]
> {
  const rows = await db
    .select({
      batch: priceBatches,
      productCount: sql<number>`(select count(*)::int from price_changes c where c.batch_id = price_batches.id)`,
      changedCount: count(sql`'done', 'undone', 'kept'`),
      leftCount: count(sql`'left', 'kept'`),
      left: sql<
        PriceBatch['left']
      >`(select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name,
        'at', case l.state when 'left' then 'change' else 'undo' end)), '[]')
        from (select p.id, p.publication_number, p.name, c.state from price_changes c
        join products p on p.id = c.product_id where c.batch_id = price_batches.id and c.state in ('left', 'kept')
        order by p.publication_number desc limit ${LISTED_PRODUCTS}) l)`,
    })
    .from(priceBatches)
    .where(
      and(
        eq(priceBatches.sellerId, sellerId),
        id === undefined ? undefined : eq(priceBatches.id, id),
      ),
    )
    .orderBy(desc(priceBatches.id))
    .limit(LISTED_BATCHES)
  return rows.map(({ batch, ...more }) => ({ ...batch, ...more }))
}

/** Deletes old batches, which nobody undoes any more. */
export async function purgePriceBatches(db: Db): Promise<void> {
  await db
    .delete(priceBatches)
    .where(and(ne(priceBatches.state, 'planned'), lt(priceBatches.createdAt, daysAgo(BATCH_DAYS))))
}
