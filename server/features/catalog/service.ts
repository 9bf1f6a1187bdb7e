/** The functions and types of the catalog feature that other features may import. */
export type { CatalogDeps } from './deps.ts'

// Reading products
export { buildCoverUrl } from './serialize.ts'
export { findPublicProduct } from './queries.ts'
export { listSellerProducts } from './products/read.ts'
export { findSellerId } from './lists/seller-products.ts'

// Searching names
export { nameWordsBeginWith } from './search/text-query.ts'

// Changing the storage quota of a seller
export { type StorageQuotaDeps, changeQuota } from './quota/storage-quota.ts'
