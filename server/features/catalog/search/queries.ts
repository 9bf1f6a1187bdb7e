import { type SQL, and, asc, desc, eq, gte, ilike, lte, ne, or, sql } from 'drizzle-orm'
import type { Locale } from '#messages/runtime'
import type { Db } from '#server/db/client.ts'
import {
  categories,
  productFiles,
  products,
  profiles,
  subcategories,
  users,
} from '#server/db/schema/index.ts'
import { type ProductRow, forSale, nameIn, selectProducts } from '../queries.ts'

export interface ProductFilter {
  q?: string | undefined
  category?: number | undefined
  subcategory?: number | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  fileType?: string | undefined
  dynamicPrice?: 'true' | 'false' | undefined
  sort?: 'newest' | 'best_selling' | 'price_asc' | 'price_desc' | undefined
}

export function findProductPage(
  db: Db,
  filter: ProductFilter,
  { page, pageSize, locale }: { page: number; pageSize: number; locale: Locale },
): Promise<ProductRow[]> {
  return selectProducts(db, locale)
    .where(matching(filter))
    .orderBy(...orderOf(filter.sort))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}

export async function countProducts(db: Db, filter: ProductFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .innerJoin(productFiles, eq(productFiles.id, products.fileId))
    .where(matching(filter))
  return row?.total ?? 0
}

const given = <T>(value: T | undefined, where: (value: T) => SQL | undefined) =>
  value === undefined ? undefined : where(value)

function matching(filter: ProductFilter): SQL | undefined {
  const words = filter.q ? `%${filter.q.replace(/[\\%_]/g, '\\$&')}%` : undefined
  return and(
    forSale,
    given(filter.category, id => eq(products.categoryId, id)),
    given(filter.subcategory, id => eq(products.subcategoryId, id)),
    given(filter.minPrice, price => gte(products.price, price)),
    given(filter.maxPrice, price => lte(products.price, price)),
    given(filter.fileType, type => eq(productFiles.type, type)),
    given(filter.dynamicPrice, flag => eq(products.isPriceDynamic, flag === 'true')),
    given(words, text => or(ilike(products.name, text), ilike(products.description, text))),
  )
}

function orderOf(sort: ProductFilter['sort']): SQL[] {
  switch (sort) {
    case 'best_selling':
      return [desc(products.salesCount), desc(products.id)]
    case 'price_asc':
      return [asc(products.price), desc(products.id)]
    case 'price_desc':
      return [desc(products.price), desc(products.id)]
    default:
      return [desc(products.id)]
  }
}

/** Of the same shelf, best sold first. */
export function findNeighbours(
  db: Db,
  { id, subcategoryId }: { id: number; subcategoryId: number },
  limit: number,
  locale: Locale,
): Promise<ProductRow[]> {
  return selectProducts(db, locale)
    .where(and(forSale, eq(products.subcategoryId, subcategoryId), ne(products.id, id)))
    .orderBy(desc(products.salesCount), desc(products.id))
    .limit(limit)
}

export function findHints(db: Db, q: string, limit: number) {
  return db
    .select({
      id: products.id,
      name: products.name,
      username: profiles.username,
      imageKey: products.imageKey,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .where(and(forSale, ilike(products.name, `%${q.replace(/[\\%_]/g, '\\$&')}%`)))
    .orderBy(desc(products.salesCount), desc(products.id))
    .limit(limit)
}

/** Every shelf with its category. */
export function findShelves(db: Db, locale: Locale) {
  return db
    .select({
      id: subcategories.id,
      name: nameIn(locale, subcategories),
      categoryId: categories.id,
      categoryName: nameIn(locale, categories),
    })
    .from(subcategories)
    .innerJoin(categories, eq(categories.id, subcategories.categoryId))
    .orderBy(categories.position, subcategories.position)
}
