import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { products, profiles, users } from '#server/db/schema/index.ts'
import {
  type ProductRow,
  buildForEachLocale,
  selectProducts,
} from '#server/features/products/queries.ts'

/** Returns the id of the open seller with this username, or undefined if there is none. */
export async function findSellerId(db: Database, username: string): Promise<number | undefined> {
  const [seller] = await selectSellerId(db).execute({ username })
  return seller?.id
}

const selectSellerId = prepareOnce(db =>
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
    )
    .prepare('open_seller'),
)

const ofSeller = and(eq(products.sellerId, sql.placeholder('sellerId')), products.listed)

/** Finds products of a seller in the sequence of the kiosk: the first ones, its sections, and then all others. */
export function findProductsOfSeller(
  db: Database,
  sellerId: number,
  locale: Locale,
  { limit, offset }: { limit: number; offset: number },
): Promise<ProductRow[]> {
  return selectProductsOfSeller[locale](db).execute({ sellerId, limit, offset })
}

const selectProductsOfSeller = buildForEachLocale(locale =>
  prepareOnce(db =>
    selectProducts(db, locale)
      .where(ofSeller)
      .orderBy(
        desc(products.isFirst),
        sql`case when not ${products.isFirst} then nullif(normalize_text(${products.section}), '') end nulls last`,
        desc(products.publicationNumber),
      )
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(`products_of_seller_${locale}`),
  ),
)

export async function countProductsOfSeller(db: Database, sellerId: number): Promise<number> {
  const [row] = await selectCountOfSeller(db).execute({ sellerId })
  return row?.total ?? 0
}

const selectCountOfSeller = prepareOnce(db =>
  db.select({ total: count() }).from(products).where(ofSeller).prepare('count_of_seller'),
)
