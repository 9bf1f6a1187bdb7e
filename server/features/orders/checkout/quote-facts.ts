import type { Quote, QuoteFacts } from '#contract/prices/quote.ts'
import { toMinor } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import type { Cart } from '#contract/orders/orders.ts'
import {
  type CouponRow,
  type SoldPartRow,
  type SoldProduct,
  findBumps,
  findSoldProducts,
  readCouponFacts,
  toProductFacts,
} from '#server/features/prices/service.ts'
import type { Db } from '#server/db/client.ts'
import type { Context } from '#server/context.ts'
import { proveOrders } from '../completion/completion.ts'
import { findCredits } from '../completion/queries.ts'

/** What decides the prices of a cart, with what the items of an order need besides. */
export interface CartFacts {
  facts: QuoteFacts
  products: SoldProduct[]
  parts: SoldPartRow[]
}

/**
 * Reads all that decides what a cart costs: the products that are for sale, what is offered beside them, what the buyer
 * has of the packs that are completed, and the coupon.
 * @param options `lock` keeps products and prices as they are until the transaction ends; `coupon` is what the code of
 *   the cart names; `buyerDigest` is the keyed digest of the buyer's mailbox, if it is known
 */
export async function readCartFacts(
  context: Pick<Context, 'orderTokens' | 'config'> & { db: Db },
  { products: wanted, coupon: code }: Cart,
  {
    lock,
    coupon,
    browserHash,
    buyerDigest,
  }: {
    lock: boolean
    coupon: CouponRow | undefined
    browserHash: string | undefined
    buyerDigest?: string
  },
): Promise<CartFacts> {
  const { db } = context
  const ids = wanted.map(({ id }) => id)
  const { products, parts } = await findSoldProducts(db, ids, { lock })
  const anchorIds = wanted.flatMap(({ bumpOf }) => bumpOf ?? [])
  const facts = {
    products: toProductFacts(products, parts),
    bumps: anchorIds.length === 0 ? [] : await findBumps(db, anchorIds),
    credits: await readCredits(context, wanted, { parts, browserHash }),
    coupon: code === undefined ? null : await readCouponFacts(db, code, coupon, buyerDigest),
  }
  return { facts, products, parts }
}

/** Reads what the buyer has paid for parts of the packs that are completed, as far as it is proved. */
async function readCredits(
  context: Pick<Context, 'orderTokens' | 'config'> & { db: Db },
  wanted: Cart['products'],
  { parts, browserHash }: { parts: SoldPartRow[]; browserHash: string | undefined },
): Promise<QuoteFacts['credits']> {
  const credits: QuoteFacts['credits'] = []
  for (const { id: packId, completes } of wanted) {
    const partIds = parts.filter(part => part.packId === packId).map(({ id }) => id)
    if (!completes || partIds.length === 0) continue
    const proved = await proveOrders(context, completes, browserHash)
    for (const credit of await findCredits(context.db, proved, partIds))
      credits.push({ packId, ...credit })
  }
  return credits
}

/** What a coupon took off an order, in minor units. */
export const sumCouponDiscount = ({ lines }: Quote): number =>
  sum(
    lines.filter(({ why }) => why === 'coupon').map(({ before, price }) => toMinor(before - price)),
  )
