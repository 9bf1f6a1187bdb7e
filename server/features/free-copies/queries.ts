import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { products } from '#server/db/schema/index.ts'

/** Finds a product that is on sale for nothing. */
export async function findFreeProduct(
  db: Db,
  id: number,
): Promise<{ sellerId: number } | undefined> {
  const [product] = await db
    .select({ sellerId: products.sellerId })
    .from(products)
    .where(and(eq(products.id, id), products.listed, eq(products.price, 0)))
  return product
}

/** The same, locked until the transaction ends, as purchases lock what they sell. */
export async function lockFreeProduct(tx: Db, id: number) {
  const [product] = await tx
    .select({
      sellerId: products.sellerId,
      name: products.name,
      editionId: sql<number>`${products.editionId}`,
    })
    .from(products)
    .where(and(eq(products.id, id), products.listed, eq(products.price, 0)))
    .for('share')
  return product
}
