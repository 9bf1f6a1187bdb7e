import * as z from 'zod/mini'
import { type Refund, type SaleItem, type SalePayment } from '#contract/sales/order.ts'
import { OrderEvent, RefundRefusal, ReviewReason } from '#contract/orders/events.ts'
import type { MailRefusal } from '#contract/sales/mail-refusal.ts'
import type { orderEvents } from '#server/db/schema/index.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { chooseItemFiles } from '#server/features/orders/files/item-files.ts'
import type { ItemFileRow } from '#server/features/orders/files/queries.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import type { RefundRow } from '#server/features/payments/refunds/queries.ts'
import { isRefundable } from '#server/features/payments/order-money.ts'
import type { OrderLine } from './order-queries.ts'

/**
 * Serializes an item of an order as its seller sees it.
 * @param versions the file versions that the buyer of the order may get
 */
export function serializeSaleItem(
  { item, grant, used, lastAt }: OrderLine,
  versions: ItemFileRow[],
): SaleItem {
  const files = chooseItemFiles(versions.filter(({ itemId }) => itemId === item.id))
  return {
    itemId: item.id,
    productId: item.productId,
    productName: item.name,
    files: files.map(({ file, bought }) => ({
      title: file.title,
      fileName: file.fileName,
      sizeBytes: file.sizeBytes,
      boughtFileName: bought?.fileName ?? null,
      isAdded: file.isAdded,
    })),
    feePercent: item.feePercent,
    priceMinor: item.priceMinor,
    feeMinor: item.feeMinor,
    sellerShareMinor: item.sellerShareMinor,
    providerFeeMinor: item.providerFeeMinor,
    refundedMinor: item.refundedMinor,
    netMinor: item.netMinor,
    download: grant && {
      used: used ?? 0,
      left: Math.min(...files.map(({ file }) => file.downloadsLeft), LIMITS.downloadsPerGrant),
      expiresAt: grant.expiresAt.toISOString(),
      lastAt: lastAt?.toISOString() ?? null,
      closed: grant.closedReason,
    },
  }
}

/**
 * Serializes the payments of an order, each with its refunds.
 * @param refunds newest first
 */
export function serializePayments(
  order: OrderRow,
  payments: PaymentRow[],
  refunds: RefundRow[],
): SalePayment[] {
  return payments.map(payment => {
    const own = refunds.filter(({ paymentId }) => paymentId === payment.id)
    const isUndecided = own.some(({ state }) => state === 'requested' || state === 'sent')
    return {
      id: payment.id,
      status: payment.status,
      method: payment.method,
      methodType: payment.methodType,
      amountMinor: payment.amountMinor,
      refundedMinor: payment.refundedMinor,
      providerFeeMinor: payment.providerFeeMinor,
      createdAt: payment.providerCreatedAt?.toISOString() ?? null,
      updatedAt: payment.providerUpdatedAt?.toISOString() ?? null,
      deadline: payment.status === 'pending' ? (payment.deadline?.toISOString() ?? null) : null,
      bought: payment.id === order.approvedPaymentId,
      refundDue: payment.refundDue,
      problem: parseOrNull(ReviewReason, payment.problem),
      canRefund: !isUndecided && isRefundable(payment, order),
      refund: own[0] ? serializeRefund(own[0]) : null,
      refunds: own.map(serializeRefund),
    }
  })
}

/** Serializes a requested refund. A refund that the provider has accepted is still a request until it is made. */
export function serializeRefund(refund: RefundRow): Refund {
  return {
    state: refund.state === 'sent' ? 'requested' : refund.state,
    requestedAt: refund.createdAt.toISOString(),
    settledAt: refund.settledAt?.toISOString() ?? null,
    reason: refund.reason,
    refusal: parseOrNull(RefundRefusal, refund.refusal),
    amountMinor: refund.amountMinor,
    itemIds: refund.itemIds ?? [],
  }
}

export const serializeMailRefusal = ({ at, code }: { at: Date; code: string }): MailRefusal => ({
  at: at.toISOString(),
  code,
})

/**
 * Serializes an event of an order's history.
 * @returns an empty array if this release does not know the kind of the event
 */
export function serializeOrderEvent(row: typeof orderEvents.$inferSelect): OrderEvent[] {
  const parsed = z.safeParse(OrderEvent, {
    ...(row.detail as object),
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
  })
  return parsed.success ? [parsed.data] : []
}

/** Parses a value by its schema, and returns null if the value is missing or does not match. */
function parseOrNull<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> | null {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : null
}
