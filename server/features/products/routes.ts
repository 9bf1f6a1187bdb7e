import type { FastifyInstance } from 'fastify'
import * as products from '#contract/products/products.ts'
import * as categories from '#contract/products/categories.ts'
import * as previews from '#contract/products/previews.ts'
import * as workingCopy from '#contract/products/working-copy.ts'
import { readIdempotencyKey } from '#server/http/request-headers.ts'
import { digestRequest } from '#server/http/idempotency.ts'
import { mountEndpoint, mountCachedEndpoint } from '#server/http/endpoint.ts'
import { mountUpload } from '#server/http/uploads/mount-upload.ts'
import type { Context } from '#server/context.ts'
import { createProduct, updateProduct } from './publishing/form-calls.ts'
import { cancelSchedule, publishProduct, schedulePublication } from './publishing/publish.ts'
import { withdrawProduct } from './publishing/withdraw.ts'
import { findCategories, findSubcategories, getCategoryTree } from './categories/categories.ts'
import { proposeCategory } from './categories/propose-category.ts'
import { discardChanges } from './working-copies/discard.ts'
import { getWorkingCopy, listDrafts, requireWorkingCopy } from './working-copies/read.ts'
import {
  createDraft,
  duplicateProduct,
  saveWorkingCopy,
  setCover,
} from './working-copies/working-copy.ts'
import {
  getOwnProduct,
  listOwnProducts,
  requirePublishedProduct,
} from '#server/features/products/own-products.ts'
import { changeProductState } from './publishing/product-state.ts'
import { addPreview, deletePreview, reorderPreviews } from './previews/previews.ts'
import { requireOwnProduct } from '#server/http/own-product.ts'

export function registerProductsRoutes(app: FastifyInstance, context: Context): void {
  mountUpload(app, context, products.createProduct, ({ user, locale, request, form, files }) =>
    createProduct(context, user.id, form, files, {
      locale,
      idempotencyKey: readIdempotencyKey(request),
    }),
  )

  mountUpload(
    app,
    context,
    products.updateProduct,
    ({ own, locale, form, files }) => updateProduct(context, own, form, files, locale),
    { check: ({ own }) => requirePublishedProduct(context, own.sellerId, own.id) },
  )

  mountEndpoint(app, products.deleteProduct, ({ user, params }) =>
    withdrawProduct(context, user.id, params.id),
  )

  mountEndpoint(app, products.setProductState, ({ own, body, locale }) =>
    changeProductState(context, own, body.state, locale),
  )

  mountEndpoint(app, categories.proposeCategory, async ({ user, query }) => ({
    proposal: await proposeCategory(context, user.id, query),
  }))
  workingCopyRoutes(app, context)
  categoryRoutes(app, context)

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

  mountEndpoint(app, products.listOwnProducts, async ({ user, locale }) => ({
    products: await listOwnProducts(context, user.id, locale),
  }))
  mountEndpoint(app, products.getOwnProduct, ({ user, params, locale }) =>
    getOwnProduct(context, user.id, params.id, locale),
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
}

/** The response of each is the same for every visitor, which is why it is cached. */
function categoryRoutes(app: FastifyInstance, context: Context): void {
  const cache = { tags: () => ['categories'] }
  mountCachedEndpoint(
    app,
    categories.listCategories,
    async ({ locale, db }) => ({ categories: await findCategories(db, locale) }),
    cache,
  )
  mountCachedEndpoint(
    app,
    categories.listSubcategories,
    async ({ locale, db }) => ({ subcategories: await findSubcategories(db, locale) }),
    cache,
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
    cache,
  )
}
