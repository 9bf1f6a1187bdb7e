/**
 * The admin actions that are written to the audit log, each with the kind of object that it changes. An endpoint names
 * its action in `audit`; `grant_admin`, `revoke_admin` and `request_second_factor_reset` are made on the server's
 * command line. The names are stored, so the name of an action that no longer exists stays here.
 */
export const ADMIN_ACTIONS = {
  grant_admin: 'user',
  request_second_factor_reset: 'user',
  revoke_admin: 'user',
  verify_user: 'user',
  suspend_user: 'user',
  unsuspend_user: 'user',
  set_quota: 'user',
  take_down_product: 'product',
  restore_product: 'product',
  close_report: 'report',
  check_order: 'order',
  release_order: 'order',
  refund_order: 'order',
  deliver_order: 'order',
  dismiss_order: 'order',
  resend_order: 'order',
  change_order_address: 'order',
  open_order_access: 'order',
  rebuild_order: 'order',
  refund_payment: 'payment',
  dismiss_payment: 'payment',
  hide_review: 'review',
  show_review: 'review',
  dismiss_review_report: 'review',
  retry_job: 'job',
  retry_all_jobs: 'job',
  add_testimonial: 'testimonial',
  change_testimonial: 'testimonial',
  delete_testimonial: 'testimonial',
  order_testimonials: 'testimonial',
} as const

export type AdminAction = keyof typeof ADMIN_ACTIONS
export const ADMIN_ACTION_NAMES = Object.keys(ADMIN_ACTIONS) as [AdminAction, ...AdminAction[]]

/** The kind of object that an admin action changes. */
export type AuditTarget = (typeof ADMIN_ACTIONS)[AdminAction]
export const AUDIT_TARGETS = [...new Set(Object.values(ADMIN_ACTIONS))] as [
  AuditTarget,
  ...AuditTarget[],
]
