/** This module exports the functions and types of the catalog feature that other features may import. */

// These functions read and serialize products.
export { findPublicProduct, hasPublicPage } from './queries.ts'
export { listSellerProducts } from './products/read.ts'
export { findSellerId } from './lists/seller-products.ts'

// These functions read and serialize the parts of packs.
export {
  type PackPartRow,
  type SoldPartRow,
  findParts,
  isPartOf,
  partsColumn,
} from './packs/queries.ts'
export { serializePack } from './packs/serialize.ts'

// These functions read what is offered beside products.
export { findBumps, getBumpPrice } from './bumps/queries.ts'

// This function builds a search query for product names.
export { buildNameWordsQuery } from './search/text-query.ts'

// This function changes the storage quota of a seller.
export { changeQuota } from './storage-quota.ts'

// This function makes a text safe as the name of a folder or a file.
export { toSafeName } from './file-types/safe-file-name.ts'
