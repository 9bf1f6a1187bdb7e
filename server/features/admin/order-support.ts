import type { AddressChangeReply } from '#contract/address-change.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { addAddressChange } from '#server/features/address-change/address-change.ts'
import { canResendDelivery } from '#server/features/orders/rules/access-rules.ts'
import { lockOrder, type OrderRow } from '#server/features/orders/queries.ts'
import { openAccess } from '#server/features/orders/access/change-access.ts'
import { resendDelivery } from '#server/features/orders/delivery/delivery.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { logAdminAction } from './audit.ts'

/** Tells whether an admin can ask for another email address of an order. */
export const canChangeEmail = ({ state, payerEmail }: OrderRow): boolean =>
  payerEmail !== '' && state !== 'refunded' && state !== 'charged_back'

/**
 * Emails the buyer the delivery of an order again and refills the downloads.
 * @throws ApiError PAYMENT_NOT_FOUND if no order has this id; PAYMENT_STATUS_ALREADY_CHANGED if the order is not
 * approved, is on hold or its downloads are closed
 */
export async function resendOrder(
  context: Context,
  { adminId, orderId }: { adminId: number; orderId: string },
): Promise<void> {
  await runTransaction(context.db, async tx => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
    if (!canResendDelivery(order)) throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', order.state)
    await resendDelivery(tx, order)
    await logAdminAction(tx, {
      adminId,
      action: 'resend_order',
      targetId: orderId,
      reason: undefined,
    })
  })
}

/**
 * Asks for another email address of an order. Only the new address must agree.
 * @throws ApiError as `addAddressChange`
 */
export async function changeOrderAddress(
  context: Context,
  {
    adminId,
    orderId,
    newEmail,
    reason,
  }: { adminId: number; orderId: string; newEmail: string; reason: string },
): Promise<AddressChangeReply> {
  return runTransaction(context.db, async tx => {
    const reply = await addAddressChange(context, tx, {
      orderId,
      requester: 'admin',
      newEmail,
    })
    await logAdminAction(tx, {
      adminId,
      action: 'change_order_address',
      targetId: orderId,
      reason,
    })
    return reply
  })
}

/**
 * Opens the closed downloads of an order for good.
 * @throws ApiError as `openAccess`
 */
export async function openOrderAccess(
  context: Context,
  { adminId, orderId, reason }: { adminId: number; orderId: string; reason: string },
): Promise<void> {
  await runTransaction(context.db, async tx => {
    await openAccess(context, tx, orderId, 'admin')
    await logAdminAction(tx, {
      adminId,
      action: 'open_order_access',
      targetId: orderId,
      reason,
    })
  })
}
