import { eq } from 'drizzle-orm'
import { LIMITS } from '#contract/core/limits.ts'
import type { Database } from '#server/db/client.ts'
import { downloadGrants, editionFiles, grantFiles, orderItems } from '#server/db/schema/index.ts'

/** Sets how often the bought version of each file of every order can still be downloaded. */
export async function setDownloadsLeft(db: Database, left: number): Promise<void> {
  const bought = await db
    .select({ grantId: downloadGrants.id, fileId: editionFiles.fileId })
    .from(downloadGrants)
    .innerJoin(orderItems, eq(orderItems.id, downloadGrants.orderItemId))
    .innerJoin(editionFiles, eq(editionFiles.editionId, orderItems.editionId))
  const downloads = LIMITS.downloadsPerGrant - left
  await db
    .insert(grantFiles)
    .values(bought.map(file => ({ ...file, downloads })))
    .onConflictDoUpdate({ target: [grantFiles.grantId, grantFiles.fileId], set: { downloads } })
}
