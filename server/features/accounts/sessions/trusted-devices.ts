import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { devices } from '#server/db/schema/index.ts'

/** Tells whether the user asked to skip the second step on this device, at most 30 days ago. */
export async function isTrustedDevice(db: Db, userId: number, tokenHash: string): Promise<boolean> {
  const [row] = await db
    .select({ devices: count() })
    .from(devices)
    .where(
      and(
        eq(devices.userId, userId),
        eq(devices.tokenHash, tokenHash),
        sql`${devices.trustedUntil} > now()`,
      ),
    )
  return (row?.devices ?? 0) > 0
}

/** Lets the user skip the second step on this device for some days. */
export async function trustDevice(
  db: Db,
  userId: number,
  tokenHash: string,
  days: number,
): Promise<void> {
  await db
    .update(devices)
    .set({ trustedUntil: sql`now() + ${days} * interval '1 day'` })
    .where(and(eq(devices.userId, userId), eq(devices.tokenHash, tokenHash)))
}

export async function forgetTrustedDevices(db: Db, userId: number): Promise<void> {
  await db.update(devices).set({ trustedUntil: null }).where(eq(devices.userId, userId))
}
