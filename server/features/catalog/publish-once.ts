import { createHash } from 'node:crypto'
import type { Database } from '#server/db/client.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { findPublished } from './queries.ts'

/**
 * Publishes once for an `Idempotency-Key`, however often and however close together the same wish arrives: a
 * seller whose answer got lost sends the form again.
 * @param publish makes the product under the given key and returns its id
 */
export async function publishOnce(
  db: Database,
  sellerId: number,
  idempotencyKey: string | undefined,
  publish: (requestKey: string | null) => Promise<number>,
): Promise<number> {
  if (idempotencyKey === undefined) return publish(null)
  const key = createHash('sha256').update(idempotencyKey).digest('base64url')
  const published = await findPublished(db, sellerId, key)
  if (published !== undefined) return published
  try {
    return await publish(key)
  } catch (error) {
    const other = isUniqueViolation(error) && (await findPublished(db, sellerId, key))
    if (!other) throw error
    return other
  }
}
