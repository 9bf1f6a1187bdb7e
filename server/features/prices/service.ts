/** This module exports the functions and types of prices that other features may import. */

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

// These functions check the codes of coupons and reserve their uses.
export { type CodeVisitor, findUsableCoupon } from './coupons/check.ts'
export { findCouponByCode } from './coupons/queries.ts'
export { reserveUse } from './coupons/use.ts'
