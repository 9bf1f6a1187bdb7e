import type { Touch } from '#contract/orders/touches.ts'
import type { Db } from '#server/db/client.ts'
import type { OrderRow } from '../rules/rows.ts'
import { findSource } from '#server/features/sources/service.ts'

type OrderSource = Pick<OrderRow, 'source' | 'sourceMedium' | 'sourceCampaign' | 'referrerHost'>

/** Finds from where the buyer of an order came, as the order keeps it. */
export async function findOrderSource(
  db: Db,
  touches: Touch[] | undefined,
  order: { sellerId: number; ownIds: number[] },
): Promise<OrderSource> {
  const source = await findSource(db, touches, order)
  return {
    source: source?.source ?? null,
    sourceMedium: source?.medium || null,
    sourceCampaign: source?.campaign || null,
    referrerHost: source?.referrerHost || null,
  }
}
