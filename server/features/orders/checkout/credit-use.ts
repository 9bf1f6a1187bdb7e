import { asc, inArray } from 'drizzle-orm'
import type { Cart } from '#contract/orders/orders.ts'
import { type Quote, type QuoteFacts, quote } from '#contract/prices/quote.ts'
import { orders } from '#server/db/schema/index.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import type { Context } from '#server/context.ts'
import { proveOrders } from '../completion/completion.ts'
import { type Credit, findCredits } from '../completion/queries.ts'
import type { OrderCredit } from '../credit-queries.ts'
import { giveUpCreditsOf } from '../replaced-orders.ts'

/** What a buyer has of a pack of the cart that is completed. */
export interface PackCredit extends Credit {
  packId: number
}

type Finder<D extends Db> = Pick<Context, 'orderTokens' | 'config'> & { db: D }

/** Finds what the buyer has paid for parts of the packs that a cart completes, as far as it is proved. */
export async function findPackCredits(
  context: Finder<Db>,
  { products }: Cart,
  browserHash: string | undefined,
  orderIds?: readonly string[],
): Promise<PackCredit[]> {
  const credits: PackCredit[] = []
  for (const { id: packId, completes } of products) {
    if (!completes) continue
    const proved = await proveOrders(context, completes, browserHash)
    for (const credit of await findCredits(context.db, proved, {
      packIds: [packId],
      ...(orderIds && { orderIds }),
    })) {
      // An item gives one credit, also in a cart with two packs.
      const isUsed = credits.some(({ itemId }) => itemId === credit.itemId)
      credits.push({ packId, ...credit, creditMinor: isUsed ? 0 : credit.creditMinor })
    }
  }
  return credits
}

/**
 * Finds the credits of an order that is being made, and locks the orders that give them, so that nothing of these is
 * refunded, and nobody else uses the credits, until the transaction ends. Open orders that use the credits are replaced
 * by this one, unless somebody has tried to pay them.
 */
export async function lockCredits(
  context: Finder<Transaction>,
  cart: Cart,
  browserHash: string | undefined,
): Promise<PackCredit[]> {
  const { db: tx } = context
  const found = await findPackCredits(context, cart, browserHash)
  if (found.length === 0) return []
  const orderIds = [...new Set(found.map(({ orderId }) => orderId))]
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, orderIds))
    .orderBy(asc(orders.id))
    .for('update')
  await giveUpCreditsOf(tx, ...orderIds)
  return findPackCredits(context, cart, browserHash, orderIds)
}

/** Selects the credits that a quote is lower by: those of the packs that would cost more without them. */
export function selectUsedCredits(
  cart: Cart,
  { facts, credits }: { facts: QuoteFacts; credits: readonly OrderCredit[] },
  quoted: Quote,
): OrderCredit[] {
  const withoutCredits = facts.credits.map(credit => ({ ...credit, creditMinor: 0 }))
  const { lines } = quote(cart, { ...facts, credits: withoutCredits })
  const isCheaper = (packId: number) => {
    const find = (line: { id: number }) => line.id === packId
    return quoted.lines.find(find)!.price < lines.find(find)!.price
  }
  return credits.filter(({ packId }) => isCheaper(packId))
}
