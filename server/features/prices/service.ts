/** This module exports the functions and types of prices that other features may import. */

// These functions read and serialize the parts of packs.
export { type PackPartRow, type SoldPartRow, partsColumn } from './packs/queries.ts'
export { serializePack } from './packs/serialize.ts'

// These functions read what is offered beside products, and what decides the prices of products.
export { findBumps } from './bumps/queries.ts'
export {
  type SoldProduct,
  findListPriceOf,
  findSoldProducts,
  soldColumns,
  toProductFacts,
} from './sold-products.ts'

// These functions read coupons and keep their uses.
export {
  type CouponRow,
  type UserDigests,
  findCouponByCode,
  insertUse,
  moveUse,
} from './coupons/queries.ts'
export {
  type CodeVisitor,
  findCoupon,
  isCouponUsedUp,
  isLimited,
  lockIfLimited,
  readCouponFacts,
} from './coupons/use.ts'
