import type { ProductListQuery } from '#contract/storefront/search.ts'
import { IS_WELL_RATED, RATING_SCORE } from '#server/db/schema/index.ts'

/** Collects the parameters of a SQL statement while its text is being built. */
export class SqlParameters {
  readonly values: unknown[] = []

  /** Adds a parameter value and returns its placeholder, such as `$3`. */
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}

type Sort = NonNullable<ProductListQuery['sort']>

/**
 * For each sort order of a product list, the ORDER BY clause and the column that a pagination cursor holds besides the
 * publication number.
 */
export const LIST_SORTS = {
  newest: { orderBy: 'publication_number desc', column: undefined, isDescending: true },
  best_selling: {
    orderBy: 'sales_count desc, publication_number desc',
    column: 'sales_count',
    isDescending: true,
  },
  best_rated: {
    orderBy: `${RATING_SCORE} desc, publication_number desc`,
    column: RATING_SCORE,
    isDescending: true,
  },
  price_asc: { orderBy: 'price, publication_number', column: 'price', isDescending: false },
  price_desc: {
    orderBy: 'price desc, publication_number desc',
    column: 'price',
    isDescending: true,
  },
} as const satisfies Record<
  Sort,
  { orderBy: string; column: string | undefined; isDescending: boolean }
>

/** The columns that the sort orders read, for subqueries whose rows are sorted. */
export const SORT_COLUMNS = 'id, publication_number, price, sales_count, review_stars, review_count'

/**
 * Builds the SQL conditions that select the listed products of a filter.
 * @param typeCondition builds the condition for products with a file of a type
 */
export function buildListConditions(
  filter: ProductListQuery,
  parameters: SqlParameters,
  typeCondition = (type: string) => `file_types @> array[${type}::text]`,
): string[] {
  const { category, subcategory, minPrice, maxPrice, fileType, dynamicPrice } = filter
  const conditions = ['listed']
  const addIfGiven = (comparison: string, value: unknown) => {
    if (value !== undefined) conditions.push(`${comparison} ${parameters.add(value)}`)
  }
  addIfGiven('category_id =', category)
  addIfGiven('subcategory_id =', subcategory)
  addIfGiven('price >=', minPrice)
  addIfGiven('price <=', maxPrice)
  addIfGiven('ai_use =', filter.aiUse)
  if (fileType !== undefined) conditions.push(typeCondition(parameters.add(fileType)))
  // These values are literals instead of parameters, so that PostgreSQL can choose the partial indexes of products with
  // a dynamic price and of well-rated products.
  if (dynamicPrice)
    conditions.push(dynamicPrice === 'true' ? 'is_price_dynamic' : 'not is_price_dynamic')
  if (filter.minRating) conditions.push(IS_WELL_RATED)
  if (filter.buyable) conditions.push(isBuyable)
  return conditions
}

/** The SQL condition for products whose seller has a payment account linked and whose sales are not closed. */
const sellerIsLinked = `exists (select from payment_accounts a join users u on u.id = a.user_id
  where a.user_id = seller_id and a.state = 'linked' and u.sales_closed_at is null)`

/** The SQL condition for products that can be bought now: who gives something away needs no payment account. */
export const isBuyable = `(price = 0 or ${sellerIsLinked})`

/**
 * Builds the name of a prepared statement, of at most 63 characters. Each combination of filters has its own statement,
 * whatever the values of the filters.
 */
export function buildStatementName(kind: string, filter: ProductListQuery, extra = ''): string {
  const { dynamicPrice, ...rest } = filter
  const filters = Object.entries(rest)
    .filter(([name, value]) => value !== undefined && !['q', 'sort', 'cursor'].includes(name))
    .map(([name]) => name.slice(0, 2) + name.slice(-1))
  return [kind, filter.sort ?? '', extra, ...filters, dynamicPrice ?? ''].join('_')
}
