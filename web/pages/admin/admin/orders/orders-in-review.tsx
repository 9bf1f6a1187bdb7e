import { useState } from 'react'
import {
  type AdminOrder,
  listOrdersInReview,
  recheckOrder,
  resendOrder,
  openOrderAccess,
  releaseOrder,
  deliverOrder,
  dismissOrder,
  getOrderInReview,
} from '#contract/admin/orders.ts'
import * as m from '#messages'
import { paymentStatusText } from '#messages/payment-statuses'
import { useRead, useWrite } from '#web/api/query.ts'
import { AdminActionButton, showResultToast } from '#web/features/admin/admin-action-button.tsx'
import { SearchForm } from '#web/features/admin/search-form.tsx'
import { getRefundDueText, getReviewReasonText } from '#web/features/sales/labels.ts'
import { OrderStateChip } from '#web/features/sales/order-state-chip.tsx'
import { AccessClosedNote } from '#web/features/sales/access-closed-note.tsx'
import { MailRefusalNote } from '#web/features/sales/mail-refusal-note.tsx'
import { OrderTimeline } from '#web/features/sales/order-timeline.tsx'
import { formatMinorUnits, formatDateTime } from '#web/i18n/format.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import { ChangeAddressButton } from './change-address-button.tsx'
import { RefundButton } from './refund-button.tsx'

/**
 * Lists the orders that need an admin, with the reasons: paid ones first, then the one that has waited longest. The
 * search finds any order.
 */
export function OrdersInReview() {
  const [q, setSearch] = useState('')
  const page = useListPage(q ? { q } : {})
  const query = useRead(listOrdersInReview, { query: page.query })
  const [openId, setOpenId] = useState<string>()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SearchForm label={m.admin_search_orders()} onSearch={search => setSearch(search.q)} />
      <List
        query={query}
        pages={page.stepsFrom(query.currentData)}
        rows={({ orders }) => orders}
        empty={q ? m.admin_no_order_found() : m.admin_no_reviews()}
      >
        {orders => (
          <ul className="grid gap-4">
            {orders.map(order => (
              <HeldOrder
                key={order.orderId}
                order={order}
                onOpen={() => setOpenId(order.orderId)}
              />
            ))}
          </ul>
        )}
      </List>
      <Drawer
        open={openId !== undefined}
        onClose={() => setOpenId(undefined)}
        title={m.sale_title()}
        closeLabel={m.close()}
      >
        {openId !== undefined && <HeldOrderTimeline orderId={openId} />}
      </Drawer>
    </div>
  )
}

function HeldOrder({ order, onOpen }: { order: AdminOrder; onOpen: () => void }) {
  const { orderId, why, heldSince, payments, currency } = order
  const [check, checkState] = useWrite(recheckOrder)
  const [resend, resendState] = useWrite(resendOrder)
  const params = { orderId }
  const names = order.items.map(item => item.productName).join(', ')
  /** The payment whose refund stands beside the release; the others have their button in their own line. */
  const refundable =
    payments.find(({ canRefund, bought }) => canRefund && bought) ??
    payments.find(({ canRefund }) => canRefund)
  return (
    <li className="grid gap-3 rounded-card border border-line bg-card p-5">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <div className="w-16 rounded-[6px] shadow-soft">
          <Cover src={order.items[0]?.imageFile ?? ''} alt="" title={names} sizes="64px" />
        </div>
        <div className="min-w-0">
          <b className="block text-[1.1rem] font-[680] break-words">{names}</b>
          <p className="figures mt-0.5 font-[650]">
            {formatMinorUnits(order.totalMinor, currency)}
          </p>
          <p className="figures text-small break-words text-soft">
            {order.payerEmail} → @{order.sellerUsername}
          </p>
          <p className="figures text-tiny text-soft">
            {m.sale_number({ id: order.number })} · {formatDateTime(order.createdAt)}
          </p>
        </div>
        <span className="max-sm:col-start-2">
          {heldSince ? (
            <Chip tone="warn">{m.admin_held()}</Chip>
          ) : (
            <OrderStateChip state={order.state} />
          )}
        </span>
      </div>
      {why && <p className="font-[600]">{getReviewReasonText(why)}</p>}
      {order.accessClosing && <AccessClosedNote closing={order.accessClosing} />}
      {heldSince && (
        <p className="text-small">{m.admin_held_since({ date: formatDateTime(heldSince) })}</p>
      )}
      <ul className="grid gap-2 text-small">
        {payments.map(payment => (
          <li key={payment.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="figures">
              {m.sale_payment_number({ id: payment.id })} ·{' '}
              {formatMinorUnits(payment.amountMinor, currency)} ·{' '}
              {paymentStatusText(payment.status)}
            </span>
            {payment.refundDue && (
              <span className="text-warn">{getRefundDueText(payment.problem)}</span>
            )}
            {payment.refundedMinor > 0 && (
              <span className="figures text-soft">
                {m.admin_refunded_so_far({
                  amount: formatMinorUnits(payment.refundedMinor, currency),
                })}
              </span>
            )}
            {payment.canRefund && payment !== refundable && (
              <RefundButton order={order} payment={payment} kind="ghost" />
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2.5">
        {order.canRelease && (
          <AdminActionButton
            endpoint={releaseOrder}
            params={params}
            kind="ghost"
            label={m.admin_release()}
            name={order.number}
            title={m.admin_release_title()}
            text={m.admin_release_text()}
          />
        )}
        {order.canDeliver && (
          <AdminActionButton
            endpoint={deliverOrder}
            params={params}
            label={m.admin_deliver()}
            name={order.number}
            title={m.admin_deliver_title()}
            text={m.admin_deliver_text()}
          />
        )}
        {refundable && <RefundButton order={order} payment={refundable} kind="danger" />}
      </div>
      <details className="group text-small">
        <summary className="inline-flex min-h-touch cursor-pointer items-center gap-1.5 font-[600]">
          <span>{m.admin_more()}</span>
          <span className="sr-only"> {order.number}</span>
          <ChevronDown
            aria-hidden
            size={18}
            className="text-soft transition group-open:rotate-180"
          />
        </summary>
        <div className="flex flex-wrap gap-2.5 pt-1 pb-2">
          <Button
            kind="ghost"
            size="small"
            pending={checkState.isLoading}
            onClick={() => void check({ params }).then(showResultToast)}
          >
            {m.admin_check()}
          </Button>
          {order.canResend && (
            <Button
              kind="ghost"
              size="small"
              pending={resendState.isLoading}
              onClick={() => void resend({ params }).then(showResultToast)}
            >
              {m.sale_resend()}
              <span className="sr-only"> {order.number}</span>
            </Button>
          )}
          {order.canChangeEmail && <ChangeAddressButton order={order} />}
          {order.accessClosing && (
            <AdminActionButton
              endpoint={openOrderAccess}
              params={params}
              label={m.access_open()}
              name={order.number}
              title={m.admin_open_access_title()}
              text={m.admin_open_access_text()}
            />
          )}
          {order.canDismiss && (
            <AdminActionButton
              endpoint={dismissOrder}
              params={params}
              label={m.admin_dismiss()}
              name={order.number}
              title={m.admin_dismiss_title()}
              text={m.admin_dismiss_text()}
            />
          )}
          <Button kind="ghost" size="small" onClick={onOpen}>
            {m.sale_history()}
          </Button>
        </div>
      </details>
    </li>
  )
}

function HeldOrderTimeline({ orderId }: { orderId: string }) {
  return (
    <Loaded query={useRead(getOrderInReview, { params: { orderId } })} height="h-72">
      {({ history, currency, mailRefusal }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
          {mailRefusal && <MailRefusalNote refusal={mailRefusal} />}
          <OrderTimeline events={history} currency={currency} />
        </div>
      )}
    </Loaded>
  )
}
