import type { FastifyInstance } from 'fastify'
import { getArchivedProduct } from '#contract/storefront/archived-product.ts'
import * as availability from '#contract/storefront/availability.ts'
import * as productPage from '#contract/storefront/product-page.ts'
import * as search from '#contract/storefront/search.ts'
import { mountCachedEndpoint, mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { readClient } from '#server/http/request-headers.ts'
import { readTouches } from '#server/features/sources/service.ts'
import type { Context } from '#server/context.ts'
import { requestAvailabilityEmail } from './availability/availability.ts'
import { getProductPage } from './lists/product-lists.ts'
import { buildRelatedTags, getRelatedProducts } from './lists/related-products.ts'
import { getProductPreview } from './product-page/preview.ts'
import {
  getArchivedProduct as readArchivedProduct,
  getPublicProduct,
  listProductsByUsername,
} from './product-page/read.ts'
import { countProductView } from './product-page/views.ts'
import { suggestProductsAndCategories } from './search/suggestions.ts'

export function registerStorefrontRoutes(app: FastifyInstance, context: Context): void {
  cachedRoutes(app, context)

  mountEndpoint(
    app,
    availability.requestAvailabilityEmail,
    ({ params, body, locale }) =>
      requestAvailabilityEmail(context, { productId: params.id, email: body.email, locale }).then(
        () => undefined,
      ),
    { limit: RATE_LIMITS_BY_IP.availability },
  )

  mountEndpoint(app, productPage.getProductPreview, ({ own, locale }) =>
    getProductPreview(context, own, locale),
  )

  mountEndpoint(app, productPage.recordProductView, ({ params, body, request }) =>
    countProductView(context.db, params.id, {
      touches: readTouches(request, body.from),
      userAgent: readClient(request).userAgent,
    }),
  )
}

/** Registers the endpoints whose response is the same for every visitor, which are therefore cached. */
function cachedRoutes(app: FastifyInstance, context: Context): void {
  mountCachedEndpoint(
    app,
    productPage.getPublicProduct,
    ({ params, locale, db }) => getPublicProduct({ ...context, db }, params.id, locale),
    { tags: ({ params }, { sellerId }) => [`product:${params.id}`, `seller:${sellerId}`] },
  )
  mountCachedEndpoint(
    app,
    getArchivedProduct,
    ({ params, locale, db }) => readArchivedProduct({ ...context, db }, params.id, locale),
    { tags: ({ params }, { sellerId }) => [`product:${params.id}`, `seller:${sellerId}`] },
  )
  mountCachedEndpoint(
    app,
    search.listProductsOfSeller,
    ({ params, query, locale, db }) =>
      listProductsByUsername({ ...context, db }, params.username, locale, query.page),
    {
      key: ({ params, query }) => `${params.username} ${query.page ?? 1}`,
      // Pages after the last page are not cached, since visitors could request any number of them.
      tags: ({ query }, { sellerId, products }) =>
        (query.page ?? 1) > 1 && products.length === 0 ? undefined : [`seller:${sellerId}`],
    },
  )
  mountCachedEndpoint(
    app,
    search.listPublicProducts,
    ({ params, query, locale, db }) =>
      getProductPage({ ...context, db }, query, params.page, locale),
    { key: ({ params, query }) => listKey(query, params.page), tags: listTags },
  )
  mountCachedEndpoint(
    app,
    search.listProductsOfCategory,
    ({ params, locale, db }) =>
      getProductPage({ ...context, db }, { category: params.category }, params.page, locale),
    { tags: listTags },
  )
  mountCachedEndpoint(
    app,
    search.suggestProducts,
    ({ query, locale, db }) => suggestProductsAndCategories({ ...context, db }, query.q, locale),
    {
      key: () => undefined,
      tags: () => undefined,
    },
  )
  mountCachedEndpoint(
    app,
    search.listRelatedProducts,
    async ({ params, locale, db }) => ({
      products: await getRelatedProducts({ ...context, db }, params.id, locale),
    }),
    { tags: ({ params }, { products }) => buildRelatedTags(params.id, products) },
  )
}

/**
 * Returns the cache key of a list. Lists with a search text, a price or a cursor have no key and are not cached, since
 * their number is unlimited.
 */
function listKey(query: search.ProductListQuery, page: number): string | undefined {
  const { q, minPrice, maxPrice, cursor, sort = 'newest', ...filters } = query
  if (q || cursor !== undefined || minPrice !== undefined || maxPrice !== undefined)
    return undefined
  // The schema has parsed the filters, so their sequence is always the same.
  return JSON.stringify([sort, page, filters])
}

/**
 * Returns the cache tags of a list. Empty filtered lists are not cached, since most of the possible filters match
 * nothing.
 */
function listTags(
  { query }: { query?: search.ProductListQuery | undefined },
  { products }: search.ProductListPage,
): string[] | undefined {
  if (products.length === 0 && query !== undefined && Object.keys(query).length > 0)
    return undefined
  if (products.length === 0 && query === undefined) return undefined
  return query?.sort === 'best_selling' ? ['products', 'sales'] : ['products']
}
