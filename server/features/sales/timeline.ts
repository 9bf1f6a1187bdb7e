import * as z from 'zod/mini'
import {
  ORDER_EVENT_KINDS,
  type OrderEvent,
  RefundRefusal,
  ReviewReason,
} from '#contract/sales/order.ts'
import type { orderEvents } from '#server/db/schema/index.ts'

/** A field as its schema reads it; one that is not there, or reads otherwise, is none. */
export function parseOrNull<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
): z.output<S> | null {
  const read = z.safeParse(schema, value)
  return read.success ? read.data : null
}

/** An order's history as the contract tells it; a buyer's address is in none of it. */
export function serializeOrderEvent(row: typeof orderEvents.$inferSelect): OrderEvent[] {
  const kind = ORDER_EVENT_KINDS.find(known => known === row.kind)
  if (!kind) return []
  const detail = row.detail as Record<string, unknown>
  const read = <S extends z.ZodMiniType>(name: string, schema: S) =>
    parseOrNull(schema, detail[name])
  return [
    {
      id: row.id,
      at: row.at.toISOString(),
      kind,
      paymentId: read('paymentId', z.string()),
      paymentStatus: read('paymentStatus', z.string()),
      amountMinor: read('amountMinor', z.int()),
      reason: read('reason', ReviewReason),
      refusal: read('refusal', RefundRefusal),
      note: read('note', z.string()),
    },
  ]
}
