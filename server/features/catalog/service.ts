/** What the catalog feature offers to other features. */
export type { CatalogDeps } from './deps.ts'

// Products
export { coverUrl } from './serialize.ts'
export { findPublicProduct } from './queries.ts'
export { listSellerProducts } from './products/read.ts'
export { findSellerId } from './search/seller-products.ts'

// Search
export { namesThatBegin } from './search/words.ts'

// Storage quota of a seller
export { type StorageQuotaDeps, changeQuota } from './quota/storage-quota.ts'
