import { useState } from 'react'
import {
  type RebuildObstacle,
  type UnmatchedPayment,
  listUnmatchedPayments,
  refundUnmatchedPayment,
  dismissUnmatchedPayment,
  examineUnmatchedPayment,
  rebuildOrder,
} from '#contract/admin/unmatched-payments.ts'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import * as m from '#messages'
import { paymentStatusText } from '#messages/payment-statuses'
import { useRead } from '#web/api/query.ts'
import { AdminActionButton } from '#web/features/admin/admin-action-button.tsx'
import { getRefundRefusalText } from '#web/features/sales/labels.ts'
import { formatDateTime, formatMinorUnits } from '#web/i18n/format.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'

const OBSTACLE_TEXTS: Record<RebuildObstacle, () => string> = {
  not_paid: m.rebuild_not_paid,
  refund_under_way: m.rebuild_refund_under_way,
  order_of_another_seller: m.rebuild_order_of_another_seller,
  account_unreadable: m.rebuild_account_unreadable,
  page_unknown: m.rebuild_page_unknown,
  buyer_unknown: m.rebuild_buyer_unknown,
  product_unknown: m.rebuild_product_unknown,
  several_sellers: m.rebuild_several_sellers,
  another_collector: m.rebuild_another_collector,
  another_currency: m.rebuild_another_currency,
  not_live_mode: m.rebuild_not_live_mode,
  file_missing: m.rebuild_file_missing,
}

/** Lists the payments that match no order, which an admin rebuilds, refunds or dismisses. */
export function UnmatchedPayments() {
  const [openId, setOpenId] = useState<string>()
  const page = useListPage({})
  const query = useRead(listUnmatchedPayments, { query: page.query })
  const close = () => setOpenId(undefined)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-[36em] text-soft">{m.admin_unmatched_text()}</p>
      <List
        query={query}
        pages={page.stepsFrom(query.currentData)}
        rows={({ payments }) => payments}
        empty={m.admin_unmatched_none()}
      >
        {payments => (
          <ul className="grid gap-4">
            {payments.map(payment => (
              <Payment key={payment.id} payment={payment} onOpen={() => setOpenId(payment.id)} />
            ))}
          </ul>
        )}
      </List>
      <Drawer
        open={openId !== undefined}
        onClose={close}
        title={m.admin_commission_payment({ id: openId ?? '' })}
        closeLabel={m.close()}
      >
        {openId !== undefined && <PurchaseLoader paymentId={openId} onRebuilt={close} />}
      </Drawer>
    </div>
  )
}

function Payment({ payment, onOpen }: { payment: UnmatchedPayment; onOpen: () => void }) {
  const { id, currency, refund } = payment
  const params = { paymentId: id }
  const amount = formatMinorUnits(payment.amountMinor - payment.refundedMinor, currency)
  const canDecide = refund?.state !== 'requested'
  return (
    <li className="grid gap-3 rounded-card border border-line bg-card p-5">
      <div className="grid gap-1">
        <b className="figures font-[650]">{formatMinorUnits(payment.amountMinor, currency)}</b>
        <p className="figures text-small break-words text-soft">
          @{payment.sellerUsername} · {formatDateTime(payment.paidAt ?? payment.firstSeenAt)} ·{' '}
          {paymentStatusText(payment.status)}
        </p>
        <p className="figures text-small">
          {m.admin_unmatched_commission({
            amount: formatMinorUnits(payment.applicationFeeMinor, currency),
          })}
        </p>
        <p className="figures text-tiny break-words text-soft">
          {m.admin_commission_payment({ id })} · {m.admin_unmatched_order({ id: payment.orderId })}
        </p>
      </div>
      {refund?.state === 'requested' && (
        <p className="text-small">
          {m.admin_unmatched_refund_requested({ date: formatDateTime(refund.requestedAt) })}
        </p>
      )}
      {refund?.refusal && (
        <p className="text-small text-warn">{getRefundRefusalText(refund.refusal)}</p>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button kind="ghost" size="small" onClick={onOpen}>
          {m.admin_unmatched_examine()}
          <span className="sr-only"> {id}</span>
        </Button>
        {canDecide && (
          <>
            <AdminActionButton
              endpoint={refundUnmatchedPayment}
              params={params}
              label={m.sale_refund_go()}
              name={id}
              title={m.admin_unmatched_refund_title({ amount })}
              text={m.admin_unmatched_refund_text()}
              danger
            />
            <AdminActionButton
              endpoint={dismissUnmatchedPayment}
              params={params}
              label={m.admin_dismiss()}
              name={id}
              title={m.admin_unmatched_dismiss_title()}
              text={m.admin_unmatched_dismiss_text()}
            />
          </>
        )}
      </div>
    </li>
  )
}

function PurchaseLoader({ paymentId, onRebuilt }: { paymentId: string; onRebuilt: () => void }) {
  const query = useRead(
    examineUnmatchedPayment,
    { params: { paymentId } },
    // MercadoPago is asked each time the drawer is opened.
    { refetchOnMountOrArgChange: true },
  )
  return (
    <Loaded query={query} height="h-72">
      {examined => <Purchase examined={examined} onRebuilt={onRebuilt} />}
    </Loaded>
  )
}

/** Shows what was bought with a payment, and rebuilds the order or says why that is not possible. */
function Purchase({
  examined: { payment, purchase, obstacle },
  onRebuilt,
}: {
  examined: EndpointReply<typeof examineUnmatchedPayment>
  onRebuilt: () => void
}) {
  const formatAmount = (minor: number) => formatMinorUnits(minor, payment.currency)
  const isOtherAmount = purchase !== null && purchase.totalMinor !== payment.amountMinor
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {purchase && (
        <>
          <p className="break-words">
            {purchase.payerEmail === null
              ? m.admin_unmatched_bought_unknown({ date: formatDateTime(purchase.orderedAt) })
              : m.admin_unmatched_bought({
                  date: formatDateTime(purchase.orderedAt),
                  email: purchase.payerEmail,
                })}
          </p>
          <ul className="grid gap-3">
            {purchase.items.map(({ productId, name, productName, priceMinor }) => (
              <li key={`${productId} ${name}`} className="grid gap-0.5">
                <p className="flex justify-between gap-4">
                  <span className="min-w-0 break-words">{name}</span>
                  <span className="figures">{formatAmount(priceMinor)}</span>
                </p>
                {productName !== null && productName !== name && (
                  <p className="text-small break-words text-soft">
                    {m.admin_unmatched_now({ name: productName })}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {obstacle !== null && <p className="font-[600]">{OBSTACLE_TEXTS[obstacle]()}</p>}
      {obstacle === null && isOtherAmount && (
        <p className="figures font-[600]">
          {m.admin_unmatched_total({
            total: formatAmount(purchase.totalMinor),
            amount: formatAmount(payment.amountMinor),
          })}
        </p>
      )}
      {obstacle === null && (
        <div>
          <AdminActionButton
            endpoint={rebuildOrder}
            params={{ paymentId: payment.id }}
            kind="primary"
            label={m.admin_rebuild()}
            name={payment.id}
            title={m.admin_rebuild_title()}
            text={isOtherAmount ? m.admin_rebuild_reviewed() : m.admin_rebuild_text()}
            onDone={onRebuilt}
          />
        </div>
      )}
    </div>
  )
}
