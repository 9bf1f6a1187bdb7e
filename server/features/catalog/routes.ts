import type { FastifyInstance } from 'fastify'
import * as catalog from '#contract/catalog/products.ts'
import { getArchivedProduct } from '#contract/catalog/archived-product.ts'
import * as availability from '#contract/catalog/availability.ts'
import * as bumps from '#contract/catalog/bumps.ts'
import * as categories from '#contract/catalog/categories.ts'
import * as packs from '#contract/catalog/packs.ts'
import * as previews from '#contract/catalog/previews.ts'
import * as prices from '#contract/catalog/price-changes.ts'
import * as productFiles from '#contract/catalog/product-files.ts'
import * as samples from '#contract/catalog/samples.ts'
import * as search from '#contract/catalog/search.ts'
import * as workingCopy from '#contract/catalog/working-copy.ts'
import { readClient, readIdempotencyKey } from '#server/http/request-headers.ts'
import { readTouches } from '#server/features/sources/service.ts'
import { digestRequest } from '#server/http/idempotency.ts'
import { mountEndpoint, mountCachedEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { mountUpload } from '#server/http/uploads/mount-upload.ts'
import type { Context } from '#server/context.ts'
import { createProduct, updateProduct } from './products/form-calls.ts'
import { cancelSchedule, publishProduct, schedulePublication } from './products/publish.ts'
import { withdrawProduct } from './products/withdraw.ts'
import { requestAvailabilityEmail } from './availability/availability.ts'
import { findCategories, findSubcategories, getCategoryTree } from './categories/categories.ts'
import { discardChanges } from './working-copies/discard.ts'
import { getWorkingCopy, listDrafts, requireWorkingCopy } from './working-copies/read.ts'
import {
  createDraft,
  duplicateProduct,
  saveWorkingCopy,
  setCover,
} from './working-copies/working-copy.ts'
import {
  getArchivedProduct as readArchivedProduct,
  getOwnProduct,
  getPublicProduct,
  listOwnProducts,
  listProductsByUsername,
  requirePublishedProduct,
} from './products/read.ts'
import {
  addProductFile,
  changeProductFile,
  listProductFiles,
  reorderProductFiles,
  replaceProductFile,
} from './files/product-files.ts'
import { changeProductState } from './products/product-state.ts'
import { countProductView } from './products/views.ts'
import { sendSample } from './samples/send-sample.ts'
import { setBump } from './bumps/bumps.ts'
import { setPackParts } from './packs/packs.ts'
import { changeManyPrices, listBatches, undoBatch } from './prices/price-changes.ts'
import { addPreview, deletePreview, reorderPreviews } from './previews/previews.ts'
import { getProductPage } from './lists/product-lists.ts'
import { getRelatedProducts, buildRelatedTags } from './lists/related-products.ts'
import { suggestProductsAndCategories } from './search/suggestions.ts'
import { getStorageUsage } from './storage-quota.ts'
import { requireOwnProduct } from '#server/http/own-product.ts'

export function registerCatalogRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  publicRoutes(app, context)

  mountUpload(app, context, catalog.createProduct, ({ user, locale, request, form, files }) =>
    createProduct(context, user.id, form, files, {
      locale,
      idempotencyKey: readIdempotencyKey(request),
    }),
  )

  mountUpload(
    app,
    context,
    catalog.updateProduct,
    ({ own, locale, form, files }) => updateProduct(context, own, form, files, locale),
    { check: ({ own }) => requirePublishedProduct(context, own.sellerId, own.id) },
  )

  mountEndpoint(app, catalog.deleteProduct, ({ user, params }) =>
    withdrawProduct(context, user.id, params.id),
  )

  mountEndpoint(app, catalog.setProductState, ({ own, body, locale }) =>
    changeProductState(context, own, body.state, locale),
  )

  mountEndpoint(app, prices.changePrices, ({ user, body }) =>
    changeManyPrices(context, user.id, body),
  )
  mountEndpoint(app, prices.listPriceBatches, async ({ user }) => ({
    batches: await listBatches(context, user.id),
  }))
  mountEndpoint(app, prices.undoPriceBatch, ({ user, params }) =>
    undoBatch(context, { sellerId: user.id, id: params.batch }),
  )

  workingCopyRoutes(app, context)
  productFileRoutes(app, context)

  mountUpload(
    app,
    context,
    previews.addPreview,
    async ({ own, files }) => ({
      previews: await addPreview(context, own, files.preview_file),
    }),
    { check: ({ own }) => requireOwnProduct(context, own.sellerId, own.id) },
  )
  mountEndpoint(app, previews.reorderPreviews, async ({ own, body }) => ({
    previews: await reorderPreviews(context, own, body.order),
  }))
  mountEndpoint(app, previews.deletePreview, async ({ own }) => ({
    previews: await deletePreview(context, own, own.previewId),
  }))

  mountEndpoint(app, catalog.listOwnProducts, async ({ user, locale }) => ({
    products: await listOwnProducts(context, user.id, locale),
  }))
  mountEndpoint(app, catalog.getOwnProduct, ({ user, params, locale }) =>
    getOwnProduct(context, user.id, params.id, locale),
  )
  mountEndpoint(app, catalog.getStorageUsage, ({ user }) =>
    getStorageUsage(db, user.id, context.config.sellerQuotaBytes),
  )

  mountEndpoint(
    app,
    availability.requestAvailabilityEmail,
    ({ params, body, locale }) =>
      requestAvailabilityEmail(context, { productId: params.id, email: body.email, locale }).then(
        () => undefined,
      ),
    { limit: RATE_LIMITS_BY_IP.availability },
  )

  mountEndpoint(
    app,
    samples.getSample,
    ({ params, request, reply }) => sendSample(context, params.version, request, reply),
    { limit: RATE_LIMITS_BY_IP.sample },
  )

  mountEndpoint(app, catalog.recordProductView, ({ params, body, request }) =>
    countProductView(db, params.id, {
      touches: readTouches(request, body.from),
      userAgent: readClient(request).userAgent,
    }),
  )
}

function workingCopyRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, workingCopy.listDrafts, async ({ user }) => ({
    drafts: await listDrafts(context, user.id),
  }))
  mountEndpoint(app, workingCopy.createDraft, ({ user, body, request }) =>
    createDraft(
      context,
      user.id,
      body,
      digestRequest(readIdempotencyKey(request), ['draft', body]),
    ),
  )
  mountEndpoint(app, workingCopy.getWorkingCopy, ({ own }) =>
    getWorkingCopy(context, context.db, own),
  )
  mountEndpoint(app, workingCopy.saveWorkingCopy, ({ own, body }) =>
    saveWorkingCopy(context, own, body.fields),
  )
  mountEndpoint(app, workingCopy.discardChanges, ({ own }) => discardChanges(context, own))
  mountUpload(
    app,
    context,
    workingCopy.setCover,
    ({ own, files }) => setCover(context, own, files.image_file),
    { check: ({ own }) => requireWorkingCopy(context.db, own) },
  )
  mountEndpoint(app, workingCopy.schedulePublication, ({ own, body: { publishAt } }) =>
    schedulePublication(context, own, new Date(publishAt)),
  )
  mountEndpoint(app, workingCopy.cancelSchedule, ({ own }) => cancelSchedule(context, own))
  mountEndpoint(app, workingCopy.publishProduct, ({ own, locale }) =>
    publishProduct(context, own, locale),
  )
  mountEndpoint(app, workingCopy.duplicateProduct, ({ own }) => duplicateProduct(context, own))
  mountEndpoint(app, bumps.setBump, ({ own, body }) => setBump(context, own, body))
  mountEndpoint(app, packs.setPackParts, ({ own, body }) => setPackParts(context, own, body.parts))
}

function productFileRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, productFiles.listProductFiles, ({ own }) => listProductFiles(context, own))
  mountEndpoint(app, productFiles.addProductFile, ({ own, body }) =>
    addProductFile(context, own, body),
  )
  mountEndpoint(app, productFiles.replaceProductFile, ({ own, body }) =>
    replaceProductFile(context, own, own.slot, body),
  )
  mountEndpoint(app, productFiles.changeProductFile, ({ own, body }) =>
    changeProductFile(context, own, own.slot, body),
  )
  mountEndpoint(app, productFiles.reorderProductFiles, ({ own, body }) =>
    reorderProductFiles(context, own, body.order),
  )
}

/** Registers the endpoints whose response is the same for every visitor, which are therefore cached. */
function publicRoutes(app: FastifyInstance, context: Context): void {
  const categoryCache = { tags: () => ['categories'] }

  mountCachedEndpoint(
    app,
    catalog.getPublicProduct,
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

  mountCachedEndpoint(
    app,
    categories.listCategories,
    async ({ locale, db }) => ({ categories: await findCategories(db, locale) }),
    categoryCache,
  )
  mountCachedEndpoint(
    app,
    categories.listSubcategories,
    async ({ locale, db }) => ({ subcategories: await findSubcategories(db, locale) }),
    categoryCache,
  )
  mountCachedEndpoint(
    app,
    categories.listSubcategoriesOfCategory,
    async ({ locale, params, db }) => ({
      subcategories: await findSubcategories(db, locale, params.categoryId),
    }),
    { tags: (_, { subcategories }) => (subcategories.length > 0 ? ['categories'] : undefined) },
  )
  mountCachedEndpoint(
    app,
    categories.listCategoryTree,
    async ({ locale, db }) => ({ categories: await getCategoryTree({ ...context, db }, locale) }),
    categoryCache,
  )
}

/**
 * Returns the cache key of a list. Lists with a search text, a price or a cursor have no key and are not cached, since
 * their number is unlimited.
 */
function listKey(query: search.ProductListQuery, page: number): string | undefined {
  const { q, minPrice, maxPrice, cursor, category, subcategory, fileType, dynamicPrice } = query
  if (q || cursor !== undefined || minPrice !== undefined || maxPrice !== undefined)
    return undefined
  return [
    query.sort ?? 'newest',
    page,
    category,
    subcategory,
    fileType,
    dynamicPrice,
    query.minRating,
    query.buyable,
  ].join()
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
