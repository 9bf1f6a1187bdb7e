import { eq } from 'drizzle-orm'
import type { Category } from '#contract/catalog/categories.ts'
import type { Locale } from '#messages/runtime'
import type { Database, Db } from '#server/db/client.ts'
import { runPreparedQuery } from '#server/db/prepared.ts'
import { categories, subcategories } from '#server/db/schema/index.ts'
import type { CatalogDeps } from '../deps.ts'
import { selectLocalizedName } from '../queries.ts'

export function findCategories(db: Db, locale: Locale) {
  return db
    .select({ id: categories.id, name: selectLocalizedName(locale, categories) })
    .from(categories)
    .orderBy(categories.position)
}

/** Finds the subcategories of one category, or of all categories. */
export function findSubcategories(db: Db, locale: Locale, categoryId?: number) {
  return db
    .select({
      id: subcategories.id,
      categoryId: subcategories.categoryId,
      name: selectLocalizedName(locale, subcategories),
    })
    .from(subcategories)
    .where(categoryId === undefined ? undefined : eq(subcategories.categoryId, categoryId))
    .orderBy(subcategories.categoryId, subcategories.position)
}

/** Tells whether a category exists, and returns the id of the category that a subcategory belongs to. */
export async function findCategoryAndParent(
  db: Database,
  categoryId: number,
  subcategoryId: number,
): Promise<{ categoryExists: boolean; parentId: number | null }> {
  const [row] = await runPreparedQuery<{ categoryExists: boolean; parentId: number | null }>(
    db,
    'category_and_parent',
    'select exists(select from categories where id = $1) as "categoryExists", (select category_id from subcategories where id = $2) as "parentId"',
    [categoryId, subcategoryId],
  )
  return row!
}

/** Returns all categories with their subcategories, each sorted by its fixed position. */
export async function getCategoryTree({ db }: CatalogDeps, locale: Locale): Promise<Category[]> {
  const [categoryRows, subcategoryRows] = await Promise.all([
    findCategories(db, locale),
    findSubcategories(db, locale),
  ])
  return categoryRows.map(category => ({
    ...category,
    subcategories: subcategoryRows.filter(({ categoryId }) => categoryId === category.id),
  }))
}
