import { eq } from 'drizzle-orm'
import type { CategorySuggestion, ProductSuggestion } from '#contract/storefront/search.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import { categories, subcategories } from '#server/db/schema/index.ts'
import type { Context } from '#server/context.ts'
import { findProductsByIds } from '#server/features/storefront/queries.ts'
import { selectLocalizedName } from '#server/features/products/queries.ts'
import { buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import { searchProducts } from './search.ts'
import { normalizeText, splitWords } from '#server/db/search-words.ts'

const MAX_PRODUCTS = 6
const MAX_CATEGORIES = 3
const MIN_LETTERS = 2

/** Suggests products and categories while a visitor types. A text of fewer than two letters gets no suggestions. */
export async function suggestProductsAndCategories(
  context: Context,
  q: string,
  locale: Locale,
): Promise<{ products: ProductSuggestion[]; shelves: CategorySuggestion[] }> {
  const { db } = context
  const words = splitWords(q)
  if (words.join('').length < MIN_LETTERS) return { products: [], shelves: [] }
  const [{ ids }, subcategoryRows] = await Promise.all([
    searchProducts(db, { q }, { limit: MAX_PRODUCTS, offset: 0 }, false),
    findSubcategories(db, locale),
  ])
  const rows = await findProductsByIds(db, ids, locale)
  return {
    products: rows.map(({ id, name, username, imageKey }) => ({
      id,
      slug: toProductSlug(name),
      name,
      username,
      imageFile: buildCoverUrl(context.config, imageKey),
    })),
    shelves: suggestCategories(subcategoryRows, words.join(' ')),
  }
}

type SubcategoryRow = Awaited<ReturnType<typeof findSubcategories>>[number]

/** Returns the categories, then the subcategories, whose name has a word that begins with the typed text. */
function suggestCategories(rows: SubcategoryRow[], typed: string): CategorySuggestion[] {
  const matches = (name: string) => ` ${normalizeText(name)}`.includes(` ${typed}`)
  const categoryOf = ({ categoryId, categoryName }: SubcategoryRow) => ({
    id: categoryId,
    name: categoryName,
  })
  const wholeCategories = rows
    .filter((row, index) => rows[index - 1]?.categoryId !== row.categoryId)
    .filter(({ categoryName }) => matches(categoryName))
    .map(row => ({ category: categoryOf(row), subcategory: null }))
  const matchingSubcategories = rows
    .filter(({ name }) => matches(name))
    .map(row => ({ category: categoryOf(row), subcategory: { id: row.id, name: row.name } }))
  return [...wholeCategories, ...matchingSubcategories].slice(0, MAX_CATEGORIES)
}

function findSubcategories(db: Database, locale: Locale) {
  return db
    .select({
      id: subcategories.id,
      name: selectLocalizedName(locale, subcategories),
      categoryId: categories.id,
      categoryName: selectLocalizedName(locale, categories),
    })
    .from(subcategories)
    .innerJoin(categories, eq(categories.id, subcategories.categoryId))
    .orderBy(categories.position, subcategories.position)
}
