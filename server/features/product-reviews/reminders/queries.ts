import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { mutedReviewReminders } from '#server/db/schema/index.ts'

/** Tells whether the address with this digest wants no reminders. */
export async function isMuted(db: Db, addressDigest: string): Promise<boolean> {
  const isOfAddress = eq(mutedReviewReminders.addressDigest, addressDigest)
  return (await db.$count(mutedReviewReminders, isOfAddress)) > 0
}

export async function insertMuted(db: Db, addressDigest: string): Promise<void> {
  await db.insert(mutedReviewReminders).values({ addressDigest }).onConflictDoNothing()
}

/** Deletes the wish of an address to get no reminders. */
export async function deleteMuted(db: Db, addressDigest: string): Promise<void> {
  await db.delete(mutedReviewReminders).where(eq(mutedReviewReminders.addressDigest, addressDigest))
}
