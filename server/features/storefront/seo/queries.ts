import { and, asc, desc, eq, gt, isNull, lte, max, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { products, profiles, users } from '#server/db/schema/index.ts'

/** The number of ids that one part of the sitemap covers. It is small enough to render a part as quickly as a page. */
export const SITEMAP_IDS_PER_PART = 2000

/** Finds the highest product id and the highest user id, which determine the number of sitemap parts. */
export async function findHighestIds(db: Db): Promise<{ product: number; seller: number }> {
  const [[product], [seller]] = await Promise.all([
    db.select({ id: max(products.id) }).from(products),
    db.select({ id: max(users.id) }).from(users),
  ])
  return { product: product?.id ?? 0, seller: seller?.id ?? 0 }
}

const isInPart = (column: typeof products.id | typeof users.id, part: number) =>
  and(gt(column, (part - 1) * SITEMAP_IDS_PER_PART), lte(column, part * SITEMAP_IDS_PER_PART))

/** Finds the listed products of one part of the sitemap. */
export function findSitemapProducts(db: Db, part: number) {
  return db
    .select({ id: products.id, name: products.name, changedAt: products.updatedAt })
    .from(products)
    .where(and(isInPart(products.id, part), products.listed))
    .orderBy(asc(products.id))
}

/** Finds the sellers of one part of the sitemap who have a listed product. */
export function findSitemapSellers(db: Db, part: number) {
  return db
    .select({ username: profiles.username })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(
      and(
        isInPart(users.id, part),
        isNull(users.suspendedAt),
        isNull(users.closedAt),
        sql`exists (select from ${products} where ${products.sellerId} = ${users.id} and ${products.listed})`,
      ),
    )
    .orderBy(asc(users.id))
}

/** Finds a seller's newest listed products. */
export function findNewestProducts(db: Db, sellerId: number, limit: number) {
  return db
    .select({
      id: products.id,
      name: products.name,
      description: products.description,
      createdAt: products.createdAt,
    })
    .from(products)
    .where(and(eq(products.sellerId, sellerId), products.listed))
    .orderBy(desc(products.publicationNumber))
    .limit(limit)
}
