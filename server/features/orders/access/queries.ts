import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/client.ts'
import { orders } from '#server/db/schema/index.ts'
import type { OrderRow } from '../rules/rows.ts'
import { type Audience, recordOrderEvent } from '../events/record.ts'

/** Opens the downloads of a locked order, if they are closed, and records who has opened them. */
export async function clearAccessClosing(
  tx: Transaction,
  { id, accessClosedAt }: OrderRow,
  data: { requestedBy?: 'seller' | 'admin' } = {},
  audience?: Audience,
): Promise<void> {
  if (accessClosedAt === null) return
  await tx
    .update(orders)
    .set({ accessClosedAt: null, accessClosedReason: null, accessClosedBy: null })
    .where(eq(orders.id, id))
  await recordOrderEvent(tx, id, 'access_opened', data, audience)
}
