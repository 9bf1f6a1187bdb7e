import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/client.ts'
import { sellerStorageUsage } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'

export interface QuotaContext extends Pick<Context, 'notify'> {
  config: Pick<Config, 'sellerQuotaBytes'>
}

/** The thresholds of storage usage, in percent of the quota, at which the seller is notified; highest first. */
const THRESHOLDS = [
  { percent: 100, kind: 'storage_100' },
  { percent: 80, kind: 'storage_80' },
] as const

/**
 * Reserves `bytes` of a seller's quota, or releases them if the number is negative. The check is part of the UPDATE, so
 * that concurrent uploads cannot exceed the quota together.
 * @throws ApiError ERROR_DIRECTORY_SIZE_EXCEEDED if the quota has not enough room
 */
export async function reserveQuota(
  context: QuotaContext,
  tx: Transaction,
  userId: number,
  bytes: number,
): Promise<void> {
  await tx.insert(sellerStorageUsage).values({ userId }).onConflictDoNothing()
  // Without its type, PostgreSQL takes the number for a 32-bit integer and refuses 2 GB.
  const change = sql`${bytes}::bigint`
  const [usage] = await tx
    .update(sellerStorageUsage)
    .set({ usedBytes: sql`greatest(${sellerStorageUsage.usedBytes} + ${change}, 0)` })
    .where(
      sql`${sellerStorageUsage.userId} = ${userId}
        and (${change} <= 0 or ${sellerStorageUsage.usedBytes} + ${change} <= coalesce(${sellerStorageUsage.quotaBytes},
        ${context.config.sellerQuotaBytes}))`,
    )
    .returning()
  if (!usage)
    throw new ApiError('ERROR_DIRECTORY_SIZE_EXCEEDED', `seller ${userId}, ${bytes} bytes`)
  await notifyThreshold(context, tx, usage)
}

/**
 * Refuses a file that cannot fit into what is left of its seller's quota, before more work is done for it.
 * `reserveQuota` decides.
 * @throws ApiError ERROR_DIRECTORY_SIZE_EXCEEDED if the quota has not enough room
 */
export async function requireRoom(
  { config: { sellerQuotaBytes } }: QuotaContext,
  db: Db,
  userId: number,
  bytes: number,
): Promise<void> {
  const [usage] = await db
    .select({ usedBytes: sellerStorageUsage.usedBytes, quotaBytes: sellerStorageUsage.quotaBytes })
    .from(sellerStorageUsage)
    .where(eq(sellerStorageUsage.userId, userId))
  if ((usage?.usedBytes ?? 0) + bytes > (usage?.quotaBytes ?? sellerQuotaBytes))
    throw new ApiError('ERROR_DIRECTORY_SIZE_EXCEEDED', `seller ${userId}, ${bytes} bytes`)
}

/**
 * Sets the storage quota of a seller.
 * @param quotaBytes the quota; null restores the default
 */
export async function changeQuota(
  context: QuotaContext,
  tx: Transaction,
  userId: number,
  quotaBytes: number | null,
): Promise<void> {
  const [usage] = await tx
    .insert(sellerStorageUsage)
    .values({ userId, quotaBytes })
    .onConflictDoUpdate({ target: sellerStorageUsage.userId, set: { quotaBytes } })
    .returning()
  if (usage) await notifyThreshold(context, tx, usage)
}

/**
 * Notifies a seller whose storage usage has reached a higher threshold. The caller's UPDATE has locked the row, so that
 * only one of several simultaneous transactions sends the notification.
 */
async function notifyThreshold(
  { notify, config: { sellerQuotaBytes } }: QuotaContext,
  tx: Transaction,
  { userId, usedBytes, quotaBytes, notifiedPercent }: typeof sellerStorageUsage.$inferSelect,
): Promise<void> {
  const used = computeUsedPercent(usedBytes, quotaBytes ?? sellerQuotaBytes)
  const threshold = THRESHOLDS.find(({ percent }) => used >= percent)
  const percent = threshold?.percent ?? 0
  if (percent === notifiedPercent) return
  await tx
    .update(sellerStorageUsage)
    .set({ notifiedPercent: percent })
    .where(eq(sellerStorageUsage.userId, userId))
  if (!threshold || percent < notifiedPercent) return
  await notify(tx, userId, {
    kind: threshold.kind,
    dedupeKey: `${threshold.kind}:${randomUUID()}`,
    data: {},
  })
}

/**
 * Computes the storage usage in percent of the quota, rounded to a whole number, so that a nearly full quota counts as
 * full.
 */
export function computeUsedPercent(usedBytes: number, quotaBytes: number): number {
  return quotaBytes === 0 ? (usedBytes > 0 ? 100 : 0) : Math.round((usedBytes * 100) / quotaBytes)
}

/** Returns how many bytes a seller's files use and how many bytes of the quota remain. */
export async function getStorageUsage(db: Db, userId: number, defaultQuota: number) {
  const [usage] = await db
    .select()
    .from(sellerStorageUsage)
    .where(eq(sellerStorageUsage.userId, userId))
  const used = usage?.usedBytes ?? 0
  return {
    totalDirectorySize: used,
    remainingSpace: Math.max(0, (usage?.quotaBytes ?? defaultQuota) - used),
  }
}
