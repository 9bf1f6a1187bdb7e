import { type SQL, and, desc, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { daysAgo } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { buildNameWordsQuery } from '#server/features/storefront/service.ts'
import { productFiles, productReports, products, profiles } from '#server/db/schema/index.ts'

type ProductState = 'live' | 'taken_down' | 'deleted'

/**
 * The product's state in the admin area. A product that was taken down by an admin and then deleted by its seller
 * counts as deleted.
 */
const state = sql<ProductState>`case when ${products.deletedAt} is not null then 'deleted'
  when ${products.takenDownAt} is not null then 'taken_down' else 'live' end`

const STATES: Record<ProductState, SQL | undefined> = {
  live: and(isNull(products.deletedAt), isNull(products.takenDownAt)),
  taken_down: and(isNull(products.deletedAt), isNotNull(products.takenDownAt)),
  deleted: isNotNull(products.deletedAt),
}

const selectProducts = (db: Db) =>
  db
    .select({
      id: products.id,
      name: products.name,
      imageKey: products.imageKey,
      price: products.price,
      sellerId: products.sellerId,
      sellerUsername: profiles.username,
      state,
      takenDownAt: products.takenDownAt,
      takenDownReason: products.takenDownReason,
      fileScan: sql<
        'waiting' | 'refused' | null
      >`case when ${products.editionId} is null then (select f.scan_state from ${productFiles} f
        where f.product_id = ${products.id} and f.scan_state in ('waiting', 'refused') order by f.version desc limit 1)
        end`,
      salesCount: products.salesCount,
      openReports: sql<number>`(select count(*)::int from ${productReports}
        where ${productReports.productId} = ${products.id} and ${productReports.closedAt} is null)`,
      createdAt: products.createdAt,
    })
    .from(products)
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))

export type AdminProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

/**
 * Builds the condition of the admin's product search: a number must be the product id, any other text the beginning of
 * a word in the name or of the seller's username.
 */
function matchesSearch(q: string): SQL | undefined {
  if (/^\d{1,9}$/.test(q)) return eq(products.id, Number(q))
  const words = buildNameWordsQuery(q)
  const username = q
    .toLowerCase()
    .replace(/^@/, '')
    .replace(/[\\%_]/g, '\\$&')
  const sellerMatches = sql`select p.id from products p join profiles s on s.user_id = p.seller_id
    where s.username like ${`${username}%`}`
  const nameMatches = sql`select id from products where search @@ ${words}::tsquery`
  // The matching ids are collected in an array first. Otherwise PostgreSQL would scan all products in the sequence of
  // their ids to find a few matches.
  return sql`${products.id} = any(array(${words === '' ? sellerMatches : sql`${nameMatches} union ${sellerMatches}`}))`
}

export function findProducts(
  db: Db,
  filter: {
    q?: string | undefined
    state?: ProductState | undefined
    cursor?: number | undefined
    limit: number
  },
): Promise<AdminProductRow[]> {
  const { q, cursor } = filter
  return selectProducts(db)
    .where(
      and(
        // Nobody but its seller sees a draft.
        ne(products.state, 'draft'),
        q ? matchesSearch(q) : undefined,
        filter.state && STATES[filter.state],
        cursor === undefined ? undefined : lt(products.id, cursor),
      ),
    )
    .orderBy(desc(products.id))
    .limit(filter.limit)
}

export async function findProductRow(db: Db, id: number): Promise<AdminProductRow | undefined> {
  const [product] = await selectProducts(db).where(
    and(eq(products.id, id), ne(products.state, 'draft')),
  )
  return product
}

/** Finds a product that its seller has published and not deleted, and locks its row. */
export async function lockProduct(tx: Db, id: number) {
  const [product] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt), ne(products.state, 'draft')))
    .for('update')
  return product
}

export async function insertReport(
  db: Db,
  report: typeof productReports.$inferInsert,
): Promise<void> {
  await db.insert(productReports).values(report)
}

const REPORT_EMAIL_KEPT_DAYS = 180

/** Removes the email addresses of visitors from reports that were closed more than 180 days ago. */
export async function purgeReportEmails(db: Db): Promise<void> {
  const before = daysAgo(REPORT_EMAIL_KEPT_DAYS)
  await db
    .update(productReports)
    .set({ email: null })
    .where(and(isNotNull(productReports.email), lt(productReports.closedAt, before)))
}

export function findReports(
  db: Db,
  filter: {
    state?: 'open' | 'closed' | undefined
    cursor?: number | undefined
    limit: number
  },
) {
  return db
    .select({
      id: productReports.id,
      report: productReports,
      productName: products.name,
      productState: state,
      sellerId: products.sellerId,
      sellerUsername: profiles.username,
    })
    .from(productReports)
    .innerJoin(products, eq(products.id, productReports.productId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .where(
      and(
        filter.state &&
          (filter.state === 'open'
            ? isNull(productReports.closedAt)
            : isNotNull(productReports.closedAt)),
        filter.cursor === undefined ? undefined : lt(productReports.id, filter.cursor),
      ),
    )
    .orderBy(desc(productReports.id))
    .limit(filter.limit)
}

/** Closes an open report. @returns false if the report is not open */
export async function closeReportRow(
  tx: Db,
  id: number,
  outcome: 'dismissed' | 'acted',
): Promise<boolean> {
  const closedRows = await tx
    .update(productReports)
    .set({ closedAt: new Date(), outcome })
    .where(and(eq(productReports.id, id), isNull(productReports.closedAt)))
    .returning({ id: productReports.id })
  return closedRows.length > 0
}
