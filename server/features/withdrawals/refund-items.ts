import type { Transaction } from '#server/db/client.ts'
import { findOrderItems } from '#server/features/orders/queries.ts'
import { findRefunds } from '#server/features/payments/refunds/queries.ts'
import { requestPart, requestRefund } from '#server/features/payments/refunds/request-refund.ts'
import { ApiError } from '#server/http/api-error.ts'
import { digestRequest } from '#server/http/idempotency.ts'

/**
 * Requests the refund of the items of a withdrawal, with its code as the reason: of all that is left of the order, if
 * no other item is left. While another refund of the order is not decided, nothing is requested; the job that follows
 * the withdrawal does it later.
 * @throws ApiError as `requestRefund`
 */
export async function refundItems(
  tx: Transaction,
  { orderId, code, itemIds }: { orderId: string; code: string; itemIds: readonly number[] },
): Promise<void> {
  const withdrawn = new Set(itemIds)
  const left = (await findOrderItems(tx, orderId)).filter(
    ({ refundedMinor, priceMinor }) => refundedMinor < priceMinor,
  )
  if (left.every(({ id }) => withdrawn.has(id)))
    return requestRefund(tx, { orderId, reason: code, requestedBy: null })
  const { length: earlierRefunds } = await findRefunds(tx, [orderId])
  try {
    await requestPart(tx, {
      orderId,
      reason: code,
      requestedBy: null,
      itemIds: left.flatMap(({ id }) => (withdrawn.has(id) ? id : [])),
      // A refund that MercadoPago refused is requested again under another key.
      request: digestRequest(`withdrawal:${code}:${earlierRefunds}`, itemIds),
    })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ERROR_REFUND_UNDER_WAY')) throw error
  }
}
