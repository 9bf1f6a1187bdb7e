import type { EndpointReply } from '#contract/core/endpoint.ts'
import type { listOpenVouchers as contract } from '#contract/sales/vouchers.ts'
import type { Context } from '#server/context.ts'
import { findOpenVouchers, findProductNames } from './queries.ts'

const MAX_LISTED = 50

/** Returns what buyers have taken vouchers for and not paid yet. */
export async function listOpenVouchers(
  { db, config: { currency } }: Context,
  sellerId: number,
): Promise<EndpointReply<typeof contract>> {
  const rows = await findOpenVouchers(db, { sellerId, currency, limit: MAX_LISTED })
  const [first] = rows
  if (!first) return { currency, count: 0, totalMinor: 0, vouchers: [] }
  const ids = rows.map(({ orderId }) => orderId)
  const names = Map.groupBy(await findProductNames(db, ids), ({ orderId }) => orderId)
  return {
    currency,
    count: first.count,
    totalMinor: first.totalMinor,
    vouchers: rows.map(({ orderId, number, amountMinor, deadline }) => ({
      orderId,
      number,
      productNames: (names.get(orderId) ?? []).map(({ name }) => name),
      amountMinor,
      deadline: deadline?.toISOString() ?? null,
    })),
  }
}
