import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { sellerSpaces } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'

/**
 * Takes `bytes` of a seller's space (or gives them back, where negative). One guarded UPDATE decides, so
 * any number of uploads at once take exactly what there is.
 * @param defaultQuota bytes, where an admin has set no other
 * @throws ApiError ERROR_DIRECTORY_SIZE_EXCEEDED
 */
export async function takeSpace(
  tx: Db,
  userId: number,
  bytes: number,
  defaultQuota: number,
): Promise<void> {
  await tx.insert(sellerSpaces).values({ userId }).onConflictDoNothing()
  const taken = await tx
    .update(sellerSpaces)
    .set({ usedBytes: sql`greatest(${sellerSpaces.usedBytes} + ${bytes}, 0)` })
    .where(
      sql`${sellerSpaces.userId} = ${userId} and (${bytes} <= 0 or ${sellerSpaces.usedBytes} + ${bytes} <= coalesce(${sellerSpaces.quotaBytes}, ${defaultQuota}))`,
    )
    .returning({ userId: sellerSpaces.userId })
  if (taken.length === 0)
    throw new ApiError('ERROR_DIRECTORY_SIZE_EXCEEDED', `seller ${userId}, ${bytes} bytes`)
}

/** Bytes in use, and what is left of the quota. */
export async function describeSpace(db: Db, userId: number, defaultQuota: number) {
  const [space] = await db.select().from(sellerSpaces).where(eq(sellerSpaces.userId, userId))
  const used = space?.usedBytes ?? 0
  return {
    totalDirectorySize: used,
    remainingSpace: Math.max(0, (space?.quotaBytes ?? defaultQuota) - used),
  }
}
