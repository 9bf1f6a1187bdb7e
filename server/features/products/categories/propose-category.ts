import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { CategoryProposal } from '#contract/products/categories.ts'
import type { FileType } from '#contract/core/limits.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { categories, products, subcategories } from '#server/db/schema/index.ts'
import { chooseCategory } from './choose-category.ts'

/**
 * Proposes a category for a product of a seller by its name, the type of its first file, and the product that the
 * seller has published last. Null if nothing speaks for one.
 */
export async function proposeCategory(
  { db }: Pick<Context, 'db'>,
  sellerId: number,
  { name = '', fileType }: { name?: string | undefined; fileType?: FileType | undefined },
): Promise<CategoryProposal | null> {
  const [lastProduct] = await selectLastCategory(db).execute({ sellerId })
  const chosen = chooseCategory({ name, fileType, lastProduct })
  if (!chosen) return null
  const ids = await findIds(db, chosen.category, chosen.subcategory)
  // An operator may have removed a category, which is no reason to fail.
  return ids ? { ...ids, reason: chosen.reason } : null
}

const selectLastCategory = prepareOnce(db =>
  db
    .select({ category: categories.slug, subcategory: subcategories.slug })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(subcategories, eq(subcategories.id, products.subcategoryId))
    .where(
      and(
        eq(products.sellerId, sql.placeholder('sellerId')),
        ne(products.state, 'draft'),
        isNull(products.deletedAt),
      ),
    )
    .orderBy(desc(products.publicationNumber))
    .limit(1)
    .prepare('last_category_of_seller'),
)

async function findIds(db: Db, category: string, subcategory: string | undefined) {
  const [ids] = await selectCategoryIds(db).execute({ category, subcategory: subcategory ?? '' })
  return ids
}

const selectCategoryIds = prepareOnce(db =>
  db
    .select({ categoryId: categories.id, subcategoryId: subcategories.id })
    .from(categories)
    .leftJoin(
      subcategories,
      and(
        eq(subcategories.categoryId, categories.id),
        eq(subcategories.slug, sql.placeholder('subcategory')),
      ),
    )
    .where(eq(categories.slug, sql.placeholder('category')))
    .prepare('category_ids_of_slugs'),
)
