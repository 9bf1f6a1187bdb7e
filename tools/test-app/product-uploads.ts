import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listCategoryTree } from '#contract/products/categories.ts'
import type { ProductForm } from '#contract/products/products.ts'
import { getStorageUsage } from '#contract/files/storage-usage.ts'
import type { ApiClient } from '../api-client/api-client.ts'
import { expectOk } from '../api-client/creator.ts'
import type { TestApp } from './test-app.ts'

/** Returns a valid product form in the first category. */
export async function buildProductForm(client: ApiClient): Promise<ProductForm> {
  const { categories } = expectOk(await client.call(listCategoryTree, {}))
  return {
    name: 'Recetas',
    price: 100,
    isPriceDynamic: false,
    description: 'Un libro.',
    categoryId: categories[0]!.id,
    subcategoryId: categories[0]!.subcategories[0]!.id,
  }
}

/** Lists the names of all stored files, or of those in one folder: product files, images, temporary files or trash. */
export async function listStoredFileNames({ folder }: TestApp, subfolder = ''): Promise<string[]> {
  const entries = await readdir(join(folder, 'storage', subfolder), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}

/** Returns how many bytes of the storage quota a seller's files use. */
export async function readUsedBytes(seller: ApiClient): Promise<number> {
  return expectOk(await seller.call(getStorageUsage, {})).totalDirectorySize
}
