import { expect, test } from 'vitest'
import { deriveOrderDetail, toRejectionReason } from './order-detail.ts'

const card = 'credit_card'

test.each([
  ['created', undefined, 'not_paid'],
  ['pending', ['pending', 'pending_waiting_payment', 'ticket'], 'voucher_waiting'],
  ['pending', ['pending', 'pending_waiting_payment', 'atm'], 'voucher_waiting'],
  ['pending', ['pending', 'pending_waiting_transfer', 'bank_transfer'], 'transfer_waiting'],
  ['pending', ['pending', 'pending_challenge', card], 'payment_pending'],
  ['pending', ['pending', null, null], 'payment_pending'],
  ['in_process', ['in_process', 'pending_contingency', card], 'card_in_review'],
  ['in_process', ['in_process', 'offline_process', 'account_money'], 'payment_in_review'],
  ['rejected', ['rejected', 'cc_rejected_other_reason', card], 'rejected'],
  ['rejected', ['cancelled', 'expired', 'ticket'], 'voucher_expired'],
  ['rejected', ['cancelled', 'expired', card], 'payment_expired'],
  ['rejected', ['cancelled', 'by_payer', card], 'cancelled_by_buyer'],
  ['rejected', ['cancelled', 'by_collector', 'ticket'], 'cancelled'],
  ['approved', ['approved', 'accredited', card], 'delivered'],
  ['review', ['approved', 'accredited', card], 'in_review'],
  ['expired', undefined, 'order_expired'],
  ['expired', ['cancelled', 'expired', 'ticket'], 'voucher_expired'],
  ['expired', ['rejected', 'cc_rejected_high_risk', card], 'order_expired'],
  ['refunded', ['refunded', 'refunded', card], 'refunded'],
  ['charged_back', ['charged_back', 'in_process', card], 'chargeback_open'],
  ['charged_back', ['charged_back', 'settled', card], 'chargeback_settled'],
] as const)('a %s order with the attempt %o is explained as %s', (state, attempt, detail) => {
  const [status, statusDetail, methodType] = attempt ?? []
  const decisive = status && {
    status,
    statusDetail: statusDetail ?? null,
    methodType: methodType ?? null,
  }

  expect(deriveOrderDetail(state, { isHeld: false }, decisive)).toBe(detail)
})

test.each(['approved', 'review'] as const)('a hold explains an order in the state %s', state =>
  expect(deriveOrderDetail(state, { isHeld: true }, undefined)).toBe('on_hold'),
)

test.each([
  ['cc_rejected_insufficient_amount', 'insufficient_funds'],
  ['cc_rejected_bad_filled_date', 'wrong_expiry_date'],
  ['cc_rejected_high_risk', 'security'],
  ['rejected_by_bank', 'bank'],
  ['rejected_by_regulations', 'other'],
  ['a_new_reason', 'other'],
  [null, 'other'],
])('a payment rejected with %s has the reason %s', (statusDetail, reason) =>
  expect(toRejectionReason(statusDetail)).toBe(reason),
)
