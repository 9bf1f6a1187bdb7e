import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { Transaction } from '#server/db/client.ts'
import { products, sellerStorageUsage } from '#server/db/schema/index.ts'
import { type FileRow, insertFileOnSale } from './insert-file.ts'

/** Returns the columns of a product file that follow from its bytes. */
export const describeBytes = (bytes: Uint8Array) => ({
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  crc32: crc32(bytes),
})

/**
 * Inserts a product whose only file goes on sale, and counts the file against the storage quota of the seller. Neither
 * the bytes of the file nor the cover are stored.
 * @returns the id of the product
 */
export async function insertProductWithFile(
  tx: Transaction,
  product: PgInsertValue<typeof products> & { sellerId: number },
  file: Omit<FileRow, 'productId'>,
): Promise<number> {
  const [row] = await tx.insert(products).values(product).returning({ id: products.id })
  const { id } = row!
  await insertFileOnSale(tx, { productId: id, ...file })
  await tx
    .insert(sellerStorageUsage)
    .values({ userId: product.sellerId, usedBytes: file.sizeBytes })
    .onConflictDoUpdate({
      target: sellerStorageUsage.userId,
      set: { usedBytes: sql`${sellerStorageUsage.usedBytes} + ${file.sizeBytes}` },
    })
  return id
}
