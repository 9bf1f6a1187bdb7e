import { eq, sql } from 'drizzle-orm'
import type { Category } from '#contract/products/categories.ts'
import type { Locale } from '#messages/runtime'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { categories, subcategories } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
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

/**
 * Requires that a category exists and that a subcategory belongs to it.
 * @throws ApiError ERROR_CATEGORY_NOT_FOUND or ERROR_SUBCATEGORY_NOT_FOUND
 */
export async function requireValidCategory(
  db: Db,
  { categoryId, subcategoryId }: { categoryId: number | null; subcategoryId: number | null },
): Promise<void> {
  const [category] = await selectCategoryAndParent(db).execute({ categoryId, subcategoryId })
  if (!category) throw new ApiError('ERROR_CATEGORY_NOT_FOUND', `category ${categoryId}`)
  if (category.parentId !== categoryId)
    throw new ApiError('ERROR_SUBCATEGORY_NOT_FOUND', `in category ${categoryId}`)
}

const selectCategoryAndParent = prepareOnce(db =>
  db
    .select({ parentId: subcategories.categoryId })
    .from(categories)
    .leftJoin(subcategories, eq(subcategories.id, sql.placeholder('subcategoryId')))
    .where(eq(categories.id, sql.placeholder('categoryId')))
    .prepare('category_and_parent'),
)

/** Returns all categories with their subcategories, each sorted by its fixed position. */
export async function getCategoryTree(
  { db }: Pick<Context, 'db'>,
  locale: Locale,
): Promise<Category[]> {
  const [categoryRows, subcategoryRows] = await Promise.all([
    findCategories(db, locale),
    findSubcategories(db, locale),
  ])
  return categoryRows.map(category => ({
    ...category,
    subcategories: subcategoryRows.filter(({ categoryId }) => categoryId === category.id),
  }))
}
