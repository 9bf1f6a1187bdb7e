import { listAuditLog } from '#contract/admin/operations.ts'
import type { AdminAction } from '#contract/core/admin-actions.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { formatDateTime } from '#web/i18n/format.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'

const ACTION_TEXTS: Record<AdminAction, () => string> = {
  grant_admin: m.audit_grant_admin,
  request_second_factor_reset: m.audit_request_second_factor_reset,
  revoke_admin: m.audit_revoke_admin,
  verify_user: m.audit_verify_user,
  suspend_user: m.audit_suspend_user,
  unsuspend_user: m.audit_unsuspend_user,
  set_quota: m.audit_set_quota,
  take_down_product: m.audit_take_down_product,
  restore_product: m.audit_restore_product,
  close_report: m.audit_close_report,
  hide_review: m.audit_hide_review,
  show_review: m.audit_show_review,
  dismiss_review_report: m.audit_dismiss_review_report,
  check_order: m.audit_check_order,
  release_order: m.audit_release_order,
  refund_order: m.audit_refund_order,
  deliver_order: m.audit_deliver_order,
  dismiss_order: m.audit_dismiss_order,
  resend_order: m.audit_resend_order,
  change_order_address: m.audit_change_order_address,
  open_order_access: m.audit_open_order_access,
  rebuild_order: m.audit_rebuild_order,
  refund_payment: m.audit_refund_payment,
  dismiss_payment: m.audit_dismiss_payment,
  retry_job: m.audit_retry_job,
  retry_all_jobs: m.audit_retry_all_jobs,
  add_testimonial: m.audit_add_testimonial,
  change_testimonial: m.audit_change_testimonial,
  delete_testimonial: m.audit_delete_testimonial,
  order_testimonials: m.audit_order_testimonials,
}

/** Lists the actions of admins, the newest first. `userId` limits the list to actions on one account. */
export function AuditLog({ userId }: { userId?: number }) {
  const page = useListPage(userId === undefined ? {} : { userId })
  const query = useRead(listAuditLog, { query: page.query })
  return (
    <List
      query={query}
      pages={page.stepsFrom(query.currentData)}
      rows={({ entries }) => entries}
      empty={m.audit_empty()}
    >
      {entries => (
        <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
          {entries.map(entry => (
            <li key={entry.id} className="px-5 py-3.5 text-small">
              <p className="break-words">
                <b className="font-[650]">
                  {entry.admin ? `@${entry.admin.username}` : m.audit_machine()}
                </b>{' '}
                {ACTION_TEXTS[entry.action]()}{' '}
                <span className="break-words">{entry.targetName ?? entry.targetId}</span>
              </p>
              {entry.reason && <p className="break-words text-soft">«{entry.reason}»</p>}
              <p className="figures text-tiny text-soft">{formatDateTime(entry.at)}</p>
            </li>
          ))}
        </ol>
      )}
    </List>
  )
}
