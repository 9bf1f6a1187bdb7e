import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { OrderReceipt } from '#web/features/orders/receipts/order-receipt.tsx'
import { paths } from '#web/paths.ts'
import { OrderHelp } from '../support/order-help.tsx'
import { DownloadAll } from './download-all.tsx'
import { OrderItems } from './order-items.tsx'
import { PaymentEmails } from './payment-emails.tsx'
import { VoucherActions } from './voucher-actions.tsx'
import { OrderStateBanner } from './order-state-banner.tsx'
import { persistently } from '#web/ui/load-code.ts'

const OrderCompletions = lazy(persistently(() => import('./order-completions.tsx')))
const OrderProductReviews = lazy(
  persistently(() => import('../product-reviews/order-product-reviews.tsx')),
)
const OrderWithdrawalSection = lazy(
  persistently(() => import('../withdrawal/order-withdrawal.tsx')),
)

/** The states of an order that can have reviews of its items. */
const REVIEWED_STATES: ReadonlySet<Order['state']> = new Set([
  'approved',
  'refunded',
  'charged_back',
])

/** Shows an order to its buyer: its state, the files, the total and the seller. */
export function OrderCard({
  token,
  order,
  fetchedAt,
  isStale,
  hasBanner,
  onDownload,
}: {
  token: string
  order: Order
  /** The time in milliseconds at which the order was fetched. */
  fetchedAt: number
  /** Whether the last fetch failed, so that the shown order is from an earlier one. */
  isStale: boolean
  /** Whether the state of the order is shown above its files. */
  hasBanner: boolean
  onDownload: () => void
}) {
  return (
    <article className="overflow-hidden rounded-panel border border-line bg-card shadow-lift">
      {hasBanner && <OrderStateBanner order={order} fetchedAt={fetchedAt} />}
      <div className="px-5 sm:px-8">
        {isStale && <p className="pt-4 text-small text-warn">{m.order_stale()}</p>}
        <VoucherActions order={order} />
        <OrderItems order={order} fetchedAt={fetchedAt} onDownload={onDownload} />
        {order.archive && (
          <DownloadAll archive={order.archive} fetchedAt={fetchedAt} onDownload={onDownload} />
        )}
        {order.state === 'approved' && (
          <Suspense>
            <OrderCompletions token={token} />
          </Suspense>
        )}
        {REVIEWED_STATES.has(order.state) && (
          <Suspense>
            <OrderProductReviews
              token={token}
              canDownload={order.accessClosing === null}
              downloads={[
                order.state,
                ...order.items.flatMap(({ files }) =>
                  files.map(({ downloadsLeft }) => downloadsLeft),
                ),
              ].join()}
            />
          </Suspense>
        )}
        <PaymentEmails token={token} order={order} onChange={onDownload} />
        <OrderReceipt token={token} order={order} />
        <Suspense>
          <OrderWithdrawalSection
            key={order.state}
            token={token}
            order={order}
            onWithdrawn={onDownload}
          />
        </Suspense>
        <OrderHelp token={token} order={order} onChange={onDownload} />
      </div>
      <p className="border-t border-dashed border-edge/60 bg-tint/50 px-5 py-2.5 text-small text-soft sm:px-8">
        <span>
          {m.order_seller()}{' '}
          <Link
            to={paths.profile(order.sellerUsername)}
            className="-my-2 inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-3"
          >
            @{order.sellerUsername}
          </Link>
        </span>
      </p>
    </article>
  )
}
