import { toPaymentStatus } from './payment-state.ts'
import type { PaymentRow } from './rows.ts'
import type { OrderDetail, RejectionReason, ShownOrderState } from '#contract/orders/orders.ts'

/** What the provider reported about the attempt to pay that decides how an order is shown. */
interface Attempt {
  status: string
  statusDetail: string | null
  methodType: string | null
  /** How the payment differs from its order. */
  problem?: string | null
}

/** The provider's types of payment methods for which the buyer gets a voucher to pay at a counter or a machine. */
export const VOUCHER_TYPES: ReadonlySet<string> = new Set(['ticket', 'atm'])
const CARD_TYPES: ReadonlySet<string> = new Set(['credit_card', 'debit_card', 'prepaid_card'])

/**
 * Derives why an order is in its shown state, from the order's hold, its decisive attempt to pay, whether the seller
 * keeps the downloads closed, whether the seller's payment account cannot be read, and whether the order was free.
 * Source: MercadoPago's documentation of payment statuses and their details.
 */
export function deriveOrderDetail(
  state: ShownOrderState,
  {
    isHeld,
    isClosed = false,
    isUnreadable = false,
    isFree = false,
  }: { isHeld: boolean; isClosed?: boolean; isUnreadable?: boolean; isFree?: boolean },
  attempt: Attempt | undefined,
): OrderDetail {
  switch (state) {
    case 'created':
      return 'not_paid'
    case 'pending':
      return pendingDetail(attempt)
    case 'in_process':
      if (attempt?.status === 'approved' && attempt.problem === 'another_amount')
        return 'partly_paid'
      return CARD_TYPES.has(attempt?.methodType ?? '') ? 'card_in_review' : 'payment_in_review'
    case 'rejected':
      return attempt?.status === 'cancelled' ? cancelledDetail(attempt) : 'rejected'
    case 'approved':
      if (isHeld) return 'on_hold'
      if (isClosed) return 'access_closed'
      return isFree ? 'given' : 'delivered'
    case 'review':
      if (isHeld) return 'on_hold'
      return isUnreadable ? 'account_unreadable' : 'in_review'
    case 'expired':
      return attempt && isExpiredVoucher(attempt) ? 'voucher_expired' : 'order_expired'
    case 'refunded':
      return 'refunded'
    case 'charged_back':
      return attempt?.statusDetail === 'settled' ? 'chargeback_settled' : 'chargeback_open'
  }
}

function pendingDetail(attempt: Attempt | undefined): OrderDetail {
  const { methodType = null, statusDetail = null } = attempt ?? {}
  if (methodType === 'bank_transfer' || statusDetail === 'pending_waiting_transfer')
    return 'transfer_waiting'
  if (VOUCHER_TYPES.has(methodType ?? '') || statusDetail === 'pending_waiting_payment')
    return 'voucher_waiting'
  return 'payment_pending'
}

function cancelledDetail(attempt: Attempt): OrderDetail {
  if (isExpiredVoucher(attempt)) return 'voucher_expired'
  if (attempt.statusDetail === 'expired') return 'payment_expired'
  return attempt.statusDetail === 'by_payer' ? 'cancelled_by_buyer' : 'cancelled'
}

const isExpiredVoucher = ({ status, statusDetail, methodType }: Attempt): boolean =>
  status === 'cancelled' && statusDetail === 'expired' && VOUCHER_TYPES.has(methodType ?? '')

const REASON_OF_STATUS_DETAIL: Readonly<Record<string, RejectionReason>> = {
  cc_rejected_insufficient_amount: 'insufficient_funds',
  cc_rejected_bad_filled_card_number: 'wrong_card_number',
  cc_rejected_bad_filled_date: 'wrong_expiry_date',
  cc_rejected_bad_filled_security_code: 'wrong_security_code',
  cc_rejected_bad_filled_other: 'wrong_data',
  rejected_insufficient_data: 'wrong_data',
  cc_rejected_call_for_authorize: 'call_bank',
  cc_rejected_card_disabled: 'card_disabled',
  cc_rejected_card_error: 'card_not_accepted',
  cc_rejected_card_type_not_allowed: 'card_not_accepted',
  cc_rejected_duplicated_payment: 'duplicated',
  cc_rejected_invalid_installments: 'installments',
  cc_rejected_max_attempts: 'max_attempts',
  cc_rejected_blacklist: 'security',
  cc_rejected_high_risk: 'security',
  rejected_high_risk: 'security',
  cc_rejected_3ds_mandatory: 'authentication',
  bank_error: 'bank',
  rejected_by_bank: 'bank',
}

/** Returns the reason for which the provider rejected a payment. An unknown `status_detail` is `other`. */
export function toRejectionReason(statusDetail: string | null | undefined): RejectionReason {
  return REASON_OF_STATUS_DETAIL[statusDetail ?? ''] ?? 'other'
}

/** Tells whether the buyer can still pay a voucher. */
export const isVoucherWaiting = (payment: PaymentRow): boolean =>
  toPaymentStatus(payment.status) === 'pending' &&
  deriveOrderDetail('pending', { isHeld: false }, payment) === 'voucher_waiting'
