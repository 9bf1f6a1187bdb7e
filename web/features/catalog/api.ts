import { listCategoryTree } from '#contract/catalog/categories.ts'
import {
  changeProductFile,
  listProductFiles,
  reorderProductFiles,
} from '#contract/catalog/product-files.ts'
import { setBump } from '#contract/catalog/bumps.ts'
import { setPackParts } from '#contract/catalog/packs.ts'
import {
  createDraft,
  duplicateProduct,
  getDraft,
  listDrafts,
  scheduleDraft,
} from '#contract/catalog/drafts.ts'
import { changePrices, listPriceBatches, undoPriceBatch } from '#contract/catalog/price-changes.ts'
import { addPreview, deletePreview, reorderPreviews } from '#contract/catalog/previews.ts'
import {
  deleteProduct,
  getOwnProduct,
  getStorageUsage,
  listOwnProducts,
  setProductState,
} from '#contract/catalog/products.ts'
import { createProductUpdate, listProductUpdates } from '#contract/product-updates.ts'
import { baseApi, createQueryAndMutationBuilders } from '#web/api/query.ts'

export const catalogApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createQueryAndMutationBuilders(build)
    return {
      products: read(listOwnProducts, ['Products']),
      product: read(getOwnProduct, ['Product']),
      drafts: read(listDrafts, ['Products']),
      draft: read(getDraft, ['Product']),
      scheduleDraft: write(scheduleDraft, ['Products', 'Product']),
      createDraft: write(createDraft, ['Products']),
      setPackParts: write(setPackParts, ['Products', 'Product']),
      setBump: write(setBump, ['Product']),
      duplicateProduct: write(duplicateProduct, ['Products']),
      deleteProduct: write(deleteProduct, ['Products', 'Space']),
      setProductState: write(setProductState, ['Products', 'Product']),
      categories: read(listCategoryTree, ['Categories']),
      storageUsage: read(getStorageUsage, ['Space']),
      addPreview: write(addPreview, ['Product']),
      orderPreviews: write(reorderPreviews, ['Product']),
      deletePreview: write(deletePreview, ['Product']),
      productFiles: read(listProductFiles, ['Product']),
      changeProductFile: write(changeProductFile, ['Products', 'Product', 'Space']),
      reorderProductFiles: write(reorderProductFiles, ['Product']),
      priceBatches: read(listPriceBatches, ['Products']),
      previewPrices: write(changePrices, []),
      changePrices: write(changePrices, ['Products', 'Product']),
      undoPriceBatch: write(undoPriceBatch, ['Products', 'Product']),
      productUpdates: read(listProductUpdates, ['Product']),
      createProductUpdate: write(createProductUpdate, ['Product']),
    }
  },
})
