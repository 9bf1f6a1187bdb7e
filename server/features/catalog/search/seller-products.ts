import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import { prepared } from '#server/db/prepared.ts'
import { products, profiles, users } from '#server/db/schema/index.ts'
import { type ProductRow, perLocale, selectProducts } from '../queries.ts'

/** Undefined where there is no such seller. */
export async function findSellerId(db: Database, username: string): Promise<number | undefined> {
  const [seller] = await openSellers(db, { username })
  return seller?.id
}

const openSellers = prepared('open_seller', db =>
  db
    .select({ id: users.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        eq(profiles.username, sql.placeholder('username')),
        isNull(users.suspendedAt),
        isNull(users.closedAt),
      ),
    ),
)

const ofSeller = and(eq(products.sellerId, sql.placeholder('sellerId')), products.listed)

export function findProductsOfSeller(
  db: Database,
  sellerId: number,
  locale: Locale,
  { limit, offset }: { limit: number; offset: number },
): Promise<ProductRow[]> {
  return productsOfSellers[locale](db, { sellerId, limit, offset })
}

const productsOfSellers = perLocale(locale =>
  prepared(`products_of_seller_${locale}`, db =>
    selectProducts(db, locale)
      .where(ofSeller)
      .orderBy(desc(products.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  ),
)

export async function countProductsOfSeller(db: Database, sellerId: number): Promise<number> {
  const [row] = await countsOfSellers(db, { sellerId })
  return row?.total ?? 0
}

const countsOfSellers = prepared('count_of_seller', db =>
  db.select({ total: count() }).from(products).where(ofSeller),
)
