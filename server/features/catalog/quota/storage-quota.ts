import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { sellerStorageUsage } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'

export interface StorageQuotaDeps {
  /** Bytes a seller has where an admin has set no other number. */
  sellerQuotaBytes: number
  /** Tells a seller something, in the same transaction. */
  notify: (tx: Transaction, userId: number, event: NotificationEvent) => Promise<void>
}

/** Marks of the quota, in percent, at which a seller is told, the highest first. */
const THRESHOLDS = [
  { percent: 100, kind: 'storage_100' },
  { percent: 80, kind: 'storage_80' },
] as const

/**
 * Takes `bytes` of a seller's space (or gives them back, where negative). One guarded UPDATE decides, so
 * any number of uploads at once take exactly what there is. Who crosses a mark of the quota is told once.
 * @throws ApiError ERROR_DIRECTORY_SIZE_EXCEEDED
 */
export async function reserveQuota(
  deps: StorageQuotaDeps,
  tx: Transaction,
  userId: number,
  bytes: number,
): Promise<void> {
  await tx.insert(sellerStorageUsage).values({ userId }).onConflictDoNothing()
  const [space] = await tx
    .update(sellerStorageUsage)
    .set({ usedBytes: sql`greatest(${sellerStorageUsage.usedBytes} + ${bytes}, 0)` })
    .where(
      sql`${sellerStorageUsage.userId} = ${userId} and (${bytes} <= 0 or ${sellerStorageUsage.usedBytes} + ${bytes} <= coalesce(${sellerStorageUsage.quotaBytes}, ${deps.sellerQuotaBytes}))`,
    )
    .returning()
  if (!space)
    throw new ApiError('ERROR_DIRECTORY_SIZE_EXCEEDED', `seller ${userId}, ${bytes} bytes`)
  await notifyThreshold(deps, tx, space)
}

/** Another quota for one seller, or the installation's again. */
export async function changeQuota(
  deps: StorageQuotaDeps,
  tx: Transaction,
  userId: number,
  quotaBytes: number | null,
): Promise<void> {
  const [space] = await tx
    .insert(sellerStorageUsage)
    .values({ userId, quotaBytes })
    .onConflictDoUpdate({ target: sellerStorageUsage.userId, set: { quotaBytes } })
    .returning()
  if (space) await notifyThreshold(deps, tx, space)
}

/** The row is held by the UPDATE before, so a mark is crossed by one transaction only. */
async function notifyThreshold(
  { sellerQuotaBytes, notify }: StorageQuotaDeps,
  tx: Transaction,
  { userId, usedBytes, quotaBytes, notifiedPercent }: typeof sellerStorageUsage.$inferSelect,
): Promise<void> {
  const used = usedPercent(usedBytes, quotaBytes ?? sellerQuotaBytes)
  const mark = THRESHOLDS.find(({ percent }) => used >= percent)
  const percent = mark?.percent ?? 0
  if (percent === notifiedPercent) return
  await tx
    .update(sellerStorageUsage)
    .set({ notifiedPercent: percent })
    .where(eq(sellerStorageUsage.userId, userId))
  if (!mark || percent < notifiedPercent) return
  await notify(tx, userId, {
    kind: mark.kind,
    dedupeKey: `${mark.kind}:${randomUUID()}`,
    detail: {},
  })
}

/** As people read it: the half percent that no file fits in counts as full. */
export function usedPercent(usedBytes: number, quotaBytes: number): number {
  return quotaBytes === 0 ? (usedBytes > 0 ? 100 : 0) : Math.round((usedBytes * 100) / quotaBytes)
}

/** Bytes in use, and what is left of the quota. */
export async function getStorageUsage(db: Db, userId: number, defaultQuota: number) {
  const [space] = await db
    .select()
    .from(sellerStorageUsage)
    .where(eq(sellerStorageUsage.userId, userId))
  const used = space?.usedBytes ?? 0
  return {
    totalDirectorySize: used,
    remainingSpace: Math.max(0, (space?.quotaBytes ?? defaultQuota) - used),
  }
}
