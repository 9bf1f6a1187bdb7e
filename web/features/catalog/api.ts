import { listCategoryTree } from '#contract/catalog/categories.ts'
import { addPreview, deletePreview, reorderPreviews } from '#contract/catalog/previews.ts'
import {
  deleteProduct,
  getMyProduct,
  getStorageUsage,
  listMyProducts,
} from '#contract/catalog/products.ts'
import { baseApi, createEndpointBuilders } from '#web/api/query.ts'

export const catalogApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createEndpointBuilders(build)
    return {
      products: read(listMyProducts, ['Products']),
      product: read(getMyProduct, ['Product']),
      deleteProduct: write(deleteProduct, ['Products', 'Space']),
      categories: read(listCategoryTree, ['Categories']),
      storageUsage: read(getStorageUsage, ['Space']),
      addPreview: write(addPreview, ['Product']),
      orderPreviews: write(reorderPreviews, ['Product']),
      deletePreview: write(deletePreview, ['Product']),
    }
  },
})
