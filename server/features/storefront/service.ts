/** This module exports the functions of the storefront that other features may import. */

// These functions read products with a public page.
export { findPublicProduct, hasPublicPage } from './queries.ts'
export { listQuotedProducts, listSellerProducts } from './product-page/read.ts'
export { findSellerId } from './lists/seller-products.ts'

// This function builds a search query for product names.
export { buildNameWordsQuery } from './search/text-query.ts'
