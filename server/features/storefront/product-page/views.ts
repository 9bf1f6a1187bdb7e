import { and, eq, isNull } from 'drizzle-orm'
import { isbot } from 'isbot'
import type { Touch } from '#contract/orders/touches.ts'
import type { Database } from '#server/db/client.ts'
import { products } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { countVisit, findSource } from '#server/features/sources/service.ts'

/**
 * Adds a view of a product to today's count of its source. Views by bots, and of withdrawn or taken-down products, are
 * not counted.
 */
export async function countProductView(
  db: Database,
  id: number,
  { touches, userAgent }: { touches: Touch[] | undefined; userAgent: string },
): Promise<void> {
  if (isbot(userAgent)) return
  const [product] = await db
    .select({ id: products.id, sellerId: products.sellerId })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt), isNull(products.takenDownAt)))
  if (!product) return
  const source = await findSource(db, touches, { sellerId: product.sellerId, ownIds: [id] })
  await runTransaction(db, tx => countVisit(tx, product, source))
}
