import type { InvariantName } from '#contract/invariants.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Text = (inputs: object, options: { locale: Locale }) => string

/**
 * The texts of each invariant. They are named one by one, so that a bundle contains these messages only: looking them
 * up by their keys would load all messages of the marketplace, which takes some 12 MB of memory.
 */
const TEXTS: Record<InvariantName, { title: Text; action: Text }> = {
  paid_without_grant: {
    title: m.invariant_paid_without_grant,
    action: m.invariant_paid_without_grant_action,
  },
  grant_without_payment: {
    title: m.invariant_grant_without_payment,
    action: m.invariant_grant_without_payment_action,
  },
  free_order: { title: m.invariant_free_order, action: m.invariant_free_order_action },
  payment_page: { title: m.invariant_payment_page, action: m.invariant_payment_page_action },
  payment_page_waiting: {
    title: m.invariant_payment_page_waiting,
    action: m.invariant_payment_page_waiting_action,
  },
  paid_with_closed_grant: {
    title: m.invariant_paid_with_closed_grant,
    action: m.invariant_paid_with_closed_grant_action,
  },
  paid_without_file: {
    title: m.invariant_paid_without_file,
    action: m.invariant_paid_without_file_action,
  },
  item_edition: { title: m.invariant_item_edition, action: m.invariant_item_edition_action },
  edition_on_sale: {
    title: m.invariant_edition_on_sale,
    action: m.invariant_edition_on_sale_action,
  },
  product_listed: { title: m.invariant_product_listed, action: m.invariant_product_listed_action },
  pack_on_sale: { title: m.invariant_pack_on_sale, action: m.invariant_pack_on_sale_action },
  order_events: { title: m.invariant_order_events, action: m.invariant_order_events_action },
  paid_without_receipt: {
    title: m.invariant_paid_without_receipt,
    action: m.invariant_paid_without_receipt_action,
  },
  paid_without_conversion: {
    title: m.invariant_paid_without_conversion,
    action: m.invariant_paid_without_conversion_action,
  },
  paid_without_address: {
    title: m.invariant_paid_without_address,
    action: m.invariant_paid_without_address_action,
  },
  closed_access: { title: m.invariant_closed_access, action: m.invariant_closed_access_action },
  order_figures: { title: m.invariant_order_figures, action: m.invariant_order_figures_action },
  order_commission: {
    title: m.invariant_order_commission,
    action: m.invariant_order_commission_action,
  },
  order_collector: {
    title: m.invariant_order_collector,
    action: m.invariant_order_collector_action,
  },
  sale_lines: { title: m.invariant_sale_lines, action: m.invariant_sale_lines_action },
  coupon_orders: { title: m.invariant_coupon_orders, action: m.invariant_coupon_orders_action },
  coupon_limits: { title: m.invariant_coupon_limits, action: m.invariant_coupon_limits_action },
  order_credits: { title: m.invariant_order_credits, action: m.invariant_order_credits_action },
  ledger_payments: {
    title: m.invariant_ledger_payments,
    action: m.invariant_ledger_payments_action,
  },
  ledger_entries: { title: m.invariant_ledger_entries, action: m.invariant_ledger_entries_action },
  ledger_sales: { title: m.invariant_ledger_sales, action: m.invariant_ledger_sales_action },
  commission_days: {
    title: m.invariant_commission_days,
    action: m.invariant_commission_days_action,
  },
  statement_digest: {
    title: m.invariant_statement_digest,
    action: m.invariant_statement_digest_action,
  },
  statement_entries: {
    title: m.invariant_statement_entries,
    action: m.invariant_statement_entries_action,
  },
  ledger_missing: { title: m.invariant_ledger_missing, action: m.invariant_ledger_missing_action },
  refund_waiting: { title: m.invariant_refund_waiting, action: m.invariant_refund_waiting_action },
  refund_payment: { title: m.invariant_refund_payment, action: m.invariant_refund_payment_action },
  refund_part: { title: m.invariant_refund_part, action: m.invariant_refund_part_action },
  refund_reported: {
    title: m.invariant_refund_reported,
    action: m.invariant_refund_reported_action,
  },
  surplus_kept: { title: m.invariant_surplus_kept, action: m.invariant_surplus_kept_action },
  rebuilt_order: { title: m.invariant_rebuilt_order, action: m.invariant_rebuilt_order_action },
  receipt_numbers: {
    title: m.invariant_receipt_numbers,
    action: m.invariant_receipt_numbers_action,
  },
  withdrawal: { title: m.invariant_withdrawal, action: m.invariant_withdrawal_action },
  hold_waiting: { title: m.invariant_hold_waiting, action: m.invariant_hold_waiting_action },
  sales_count: { title: m.invariant_sales_count, action: m.invariant_sales_count_action },
  review_sums: { title: m.invariant_review_sums, action: m.invariant_review_sums_action },
  unscanned_sale: { title: m.invariant_unscanned_sale, action: m.invariant_unscanned_sale_action },
  storage_quota: { title: m.invariant_storage_quota, action: m.invariant_storage_quota_action },
  file_missing: { title: m.invariant_file_missing, action: m.invariant_file_missing_action },
  image_missing: { title: m.invariant_image_missing, action: m.invariant_image_missing_action },
  file_orphaned: { title: m.invariant_file_orphaned, action: m.invariant_file_orphaned_action },
  image_orphaned: { title: m.invariant_image_orphaned, action: m.invariant_image_orphaned_action },
  job_dead: { title: m.invariant_job_dead, action: m.invariant_job_dead_action },
  webhook_unread: { title: m.invariant_webhook_unread, action: m.invariant_webhook_unread_action },
}

/** Says what the violation of an invariant means, and what an admin does about it. */
export function describeInvariant(
  name: InvariantName,
  locale: Locale,
): { title: string; action: string } {
  const { title, action } = TEXTS[name]
  return { title: title({}, { locale }), action: action({}, { locale }) }
}
