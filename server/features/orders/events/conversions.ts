import { sql } from 'drizzle-orm'
import { type ConversionKind, RECEIVERS_WITH_REFUNDS } from '#contract/conversions.ts'
import type { Db } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { sendConversionJob } from '../job-kinds.ts'

/**
 * Records what is reported about an order to each service that its seller chose, once, in the transaction of the
 * change, and enqueues the jobs that send it. Free orders, and those whose buyer does not want it, are not reported. A
 * refund is reported where the purchase was, if the service can take it back.
 */
export async function recordConversion(
  tx: Db,
  orderId: string,
  kind: ConversionKind,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string; state: string }>(sql`
    insert into conversion_events (receiver_id, order_id, kind, state)
    select r.id, o.id, ${kind}, case when r.off_at is null then 'waiting' else 'paused' end
    from orders o join conversion_receivers r on r.seller_id = o.seller_id
    where o.id = ${orderId} and o.allows_conversions and o.total_minor > 0
      and (${kind} = 'purchase' or r.kind in ${RECEIVERS_WITH_REFUNDS} and exists (
        select from conversion_events p
        where p.receiver_id = r.id and p.order_id = o.id and p.kind = 'purchase'))
    on conflict do nothing
    returning id, state`)
  for (const { id, state } of rows)
    if (state === 'waiting') await enqueue(tx, sendConversionJob, { eventId: Number(id) })
}
