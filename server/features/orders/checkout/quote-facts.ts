import type { Quote, QuoteFacts } from '#contract/prices/quote.ts'
import { toMinor } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import type { Cart } from '#contract/orders/orders.ts'
import {
  type CouponRow,
  type SoldPartRow,
  type SoldProduct,
  type UserDigests,
  findBumps,
  findSoldProducts,
  readCouponFacts,
  toProductFacts,
} from '#server/features/prices/service.ts'
import type { Db } from '#server/db/client.ts'
import type { OrderCredit } from '../credit-queries.ts'
import type { PackCredit } from './credit-use.ts'

/** What decides the prices of a cart, with what the items of an order need besides. */
export interface CartFacts {
  facts: QuoteFacts
  products: SoldProduct[]
  parts: SoldPartRow[]
  /** What earlier items give for the packs that are completed. */
  credits: OrderCredit[]
}

/**
 * Reads all that decides what a cart costs: the products that are for sale, what is offered beside them, what the buyer
 * has of the packs that are completed, and the coupon.
 * @param options `lock` keeps products and prices as they are until the transaction ends; `coupon` is what the code of
 *   the cart names; `credits` is what the buyer has of the packs; `user` is who orders, if it is known
 */
export async function readCartFacts(
  db: Db,
  { products: wanted, coupon: code }: Cart,
  {
    lock,
    coupon,
    credits: owned,
    user,
  }: {
    lock: boolean
    coupon: CouponRow | undefined
    credits: readonly PackCredit[]
    user?: UserDigests
  },
): Promise<CartFacts> {
  const ids = wanted.map(({ id }) => id)
  const { products, parts } = await findSoldProducts(db, ids, { lock })
  const anchorIds = wanted.flatMap(({ bumpOf }) => bumpOf ?? [])
  // The parts of a pack can have changed since its credits were found.
  const credits = owned.filter(({ packId, partId }) =>
    parts.some(part => part.packId === packId && part.id === partId),
  )
  const facts = {
    products: toProductFacts(products, parts),
    bumps: anchorIds.length === 0 ? [] : await findBumps(db, anchorIds),
    credits: credits.map(({ packId, partId, creditMinor }) => ({ packId, partId, creditMinor })),
    coupon: code === undefined ? null : await readCouponFacts(db, code, coupon, user),
  }
  return {
    facts,
    products,
    parts,
    credits: credits
      .filter(({ creditMinor }) => creditMinor > 0)
      .map(({ packId, itemId, creditMinor }) => ({ packId, itemId, amountMinor: creditMinor })),
  }
}

/** What a coupon took off an order, in minor units. */
export const sumCouponDiscount = ({ lines }: Quote): number =>
  sum(
    lines.filter(({ why }) => why === 'coupon').map(({ before, price }) => toMinor(before - price)),
  )
