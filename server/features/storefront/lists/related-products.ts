import type { PublicProduct } from '#contract/products/products.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import { runPreparedQuery } from '#server/db/prepared.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { findProductsByIds, hasPublicPage } from '#server/features/storefront/queries.ts'
import { serializeProduct } from '#server/features/products/serialize.ts'

const MAX_RELATED = 8

/**
 * Returns the products that are most similar to a product, with the ids of their sellers.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the product has no public page
 */
export async function getRelatedProducts(
  context: Context,
  id: number,
  locale: Locale,
): Promise<(PublicProduct & { sellerId: number })[]> {
  const { db } = context
  if (!(await hasPublicPage(db, id))) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  const rows = await findProductsByIds(db, await findRelatedIds(db, id), locale)
  return rows.map(row => ({ ...serializeProduct(context, row), sellerId: row.sellerId }))
}

/**
 * Returns the cache tags of a list of related products: its products and their sellers. A list with fewer products than
 * fit also has the tag `products`, since any new product may belong on it.
 */
export function buildRelatedTags(
  id: number,
  related: { id: number; sellerId: number }[],
): string[] {
  const tags = related.flatMap(product => [`product:${product.id}`, `seller:${product.sellerId}`])
  const isFull = related.length === MAX_RELATED
  return [...new Set([`product:${id}`, ...tags, ...(isFull ? [] : ['products'])])]
}

/**
 * Ranks the newest products of the same subcategory and category. Products of other sellers come first, then those of
 * the same subcategory, then those whose names share more words with the product's name.
 *
 * The category and subcategory come from subqueries instead of a join: only for a single value can PostgreSQL read an
 * index from its newest product on and stop at the limit.
 */
async function findRelatedIds(db: Database, id: number): Promise<number[]> {
  const rows = await runPreparedQuery<{ id: number }>(
    db,
    'related_products',
    `with this as materialized (
       select category_id, subcategory_id, seller_id,
         replace(plainto_tsquery('spanish', normalize_text(name))::text, '&', '|')::tsquery as words
       from products where id = $1
     ), candidates as (
       (select id, publication_number, search, sales_count, seller_id, 1 as closeness from products
        where listed and subcategory_id = (select subcategory_id from this) and id <> $1
        order by publication_number desc limit 200)
       union all
       (select id, publication_number, search, sales_count, seller_id, 0 from products
        where listed and category_id = (select category_id from this)
          and subcategory_id <> (select subcategory_id from this)
        order by publication_number desc limit 50)
     )
     select id from candidates
     order by seller_id = (select seller_id from this), closeness desc,
       ts_rank('{0.05, 0.2, 0.4, 1}', search, (select words from this)) desc, sales_count desc,
       publication_number desc
     limit ${MAX_RELATED}`,
    [id],
  )
  return rows.map(row => row.id)
}
