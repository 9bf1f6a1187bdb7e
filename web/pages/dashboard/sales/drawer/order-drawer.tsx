import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type SaleOrder, getSale } from '#contract/sales/order.ts'
import * as m from '#messages'
import { orderEntryText } from '#messages/order-entries'
import { Amount, getAmountName } from '#web/features/sales/amount-labels.tsx'
import { getAmountRows } from '#web/features/sales/amount-rows.ts'
import { AccessClosedNote } from '#web/features/sales/access-closed-note.tsx'
import { MailRefusalNote } from '#web/features/sales/mail-refusal-note.tsx'
import { MoneyRelease } from '#web/features/sales/money-release.tsx'
import { hasOpenRefund } from '#web/features/sales/open-refund.ts'
import { SaleStateChip } from '#web/features/sales/order-state-chip.tsx'
import { leaveOutToldPayments } from '#web/features/sales/told-payments.ts'
import { OrderTimeline } from '#web/features/sales/order-timeline.tsx'
import { formatDateTime, formatMinorUnits } from '#web/i18n/format.ts'
import { useRead, readAgain } from '#web/api/query.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { usePolling } from '#web/features/sales/use-polling.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { OrderActions } from './order-actions.tsx'
import { ORDER_FIELD } from './order-href.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderPayments } from './order-payments.tsx'

/** Shows an order in a drawer over the list. The drawer is open while the query of the URL has an order's id. */
export function OrderDrawer() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const orderId = search.get(ORDER_FIELD)
  const close = () => {
    const to = new URLSearchParams(search)
    to.delete(ORDER_FIELD)
    void navigate(`?${to.toString()}`, { preventScrollReset: true })
  }
  return (
    <Drawer open={orderId !== null} onClose={close} title={m.sale_title()} closeLabel={m.close()}>
      {orderId !== null && <OrderLoader orderId={orderId} />}
    </Drawer>
  )
}

/** Loads an order, and follows it by itself while a refund is under way. */
function OrderLoader({ orderId }: { orderId: string }) {
  const query = useRead(getSale, { params: { orderId } }, { refetchOnMountOrArgChange: true })
  const { currentData, refetch } = query
  const isRefunding = currentData !== undefined && hasOpenRefund(currentData)
  usePolling(isRefunding, refetch)
  useRefreshAfterRefund(isRefunding)
  return (
    <Loaded
      query={query}
      skeleton={<OrderSkeleton />}
      missing={<p className="py-6 text-soft">{m.sale_missing()}</p>}
    >
      {order => <OrderDetail order={order} />}
    </Loaded>
  )
}

function OrderSkeleton() {
  return (
    <div className="grid gap-5 pt-2">
      <Skeleton className="h-20 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  )
}

/** Fetches the list and the totals behind the drawer again when a refund has been settled. */
function useRefreshAfterRefund(isRefunding: boolean): void {
  const wasRefunding = useRef(false)
  useEffect(() => {
    if (wasRefunding.current && !isRefunding) readAgain(['Sales', 'Notifications'])
    wasRefunding.current = isRefunding
  }, [isRefunding])
}

function OrderDetail({ order }: { order: SaleOrder }) {
  const rows = getAmountRows(order)
  const main = rows.find(({ kind }) => kind === 'net') ?? rows[0]!
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <p className="min-w-0">
            <span className="block text-small text-soft">{getAmountName(main.kind)}</span>
            <span className="figures block font-display text-[1.75rem] leading-tight font-bold tracking-[-0.02em]">
              <Amount row={main} currency={order.currency} />
            </span>
          </p>
          <SaleStateChip sale={order} />
        </div>
        <p className="figures min-w-0 text-small break-words text-soft">
          <b className="font-[650] text-ink">{order.payerEmail}</b>
          <span className="block">
            {formatDateTime(order.soldAt)} · {m.sale_number({ id: order.number })}
          </span>
          {order.entry && (
            <span className="block">{m.sale_entry({ entry: orderEntryText(order.entry) })}</span>
          )}
          {order.coupon && (
            <span className="block">
              {m.coupon_took_off({
                code: order.coupon.code,
                discount: formatMinorUnits(order.coupon.discountMinor, order.currency),
              })}
            </span>
          )}
          <MoneyRelease sale={order} />
        </p>
      </div>
      {order.mailRefusal && <MailRefusalNote refusal={order.mailRefusal} />}
      {order.accessClosing && <AccessClosedNote closing={order.accessClosing} />}
      <OrderActions order={order} />
      <OrderLines order={order} />
      <OrderPayments order={order} />
      <OrderTimeline events={leaveOutToldPayments(order.history)} currency={order.currency} />
    </div>
  )
}
