import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import { BUYER_TIME_ZONES } from '#contract/sales/buyer-time-zones.ts'
import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { formatMinorUnits, formatShortDate } from '#web/i18n/format.ts'
import { OrderReceipt } from '#web/features/orders/receipts/order-receipt.tsx'
import { paths } from '#web/paths.ts'
import { ChangeAddress } from '../support/change-address.tsx'
import { MessageSeller } from '../support/message-seller.tsx'
import { OrderItems } from './order-items.tsx'
import { PaymentEmails } from './payment-emails.tsx'
import { VoucherActions } from './voucher-actions.tsx'
import { VoidLink } from './void-link.tsx'
import { OrderStateBanner } from './order-state-banner.tsx'
import { persistently } from '#web/ui/load-code.ts'

const OrderReviews = lazy(persistently(() => import('../reviews/order-reviews.tsx')))
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
        {REVIEWED_STATES.has(order.state) && (
          <Suspense>
            <OrderReviews
              token={token}
              canDownload={order.accessClosing === null}
              downloads={[order.state, ...order.items.map(item => item.downloadsLeft)].join()}
            />
          </Suspense>
        )}
        {order.receiptUrl !== null && <OrderReceipt token={token} receiptUrl={order.receiptUrl} />}
        <Suspense>
          <OrderWithdrawalSection
            key={order.state}
            token={token}
            order={order}
            onWithdrawn={onDownload}
          />
        </Suspense>
        <PaymentEmails token={token} order={order} onChange={onDownload} />
        <HelpWithOrder order={order} />
        <MessageSeller token={token} order={order} />
        {order.canChangeEmail && <ChangeAddress token={token} />}
        {order.state === 'approved' && <VoidLink token={token} onVoid={onDownload} />}
        <div className="grid gap-1 border-t border-line py-4">
          <p className="flex items-baseline justify-between gap-4">
            {m.order_total()}
            <span className="figures font-display text-[1.4rem] font-bold">
              {formatMinorUnits(order.totalMinor, order.currency)}
            </span>
          </p>
          {order.refundedMinor > 0 && (
            <p className="flex items-baseline justify-between gap-4 text-small">
              {m.order_given_back()}
              <span className="figures font-[650]">
                {formatMinorUnits(order.refundedMinor, order.currency)}
              </span>
            </p>
          )}
        </div>
      </div>
      <p className="flex flex-wrap items-center justify-between gap-x-4 border-t border-dashed border-edge/60 bg-tint/50 px-5 py-2.5 text-small text-soft sm:px-8">
        <span>
          {m.order_seller()}{' '}
          <Link
            to={paths.profile(order.sellerUsername)}
            className="-my-2 inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-3"
          >
            @{order.sellerUsername}
          </Link>
        </span>
        <span className="figures">
          {m.order_number({ number: order.number })} ·{' '}
          {formatShortDate(order.createdAt, BUYER_TIME_ZONES[order.currency].timeZone)}
        </span>
      </p>
    </article>
  )
}

/**
 * Offers help with the order. For a delivered order it also shows the masked address that the files were sent to, so
 * that a buyer can notice a mistyped one.
 */
function HelpWithOrder({ order }: { order: Order }) {
  const isDelivered = order.detail === 'delivered'
  if (order.isMailRefused)
    return (
      <p className="border-t border-line py-4 text-small text-warn">
        <span>{m.order_mail_refused({ address: order.payerEmail })}</span>{' '}
        {isDelivered && <span>{m.order_mail_refused_files()}</span>}
      </p>
    )
  return (
    <p className="border-t border-line py-4 text-small text-soft">
      {isDelivered ? (
        <span>
          {m.order_sent_to()}{' '}
          <span className="font-semibold whitespace-nowrap text-ink">{order.payerEmail}</span>.{' '}
          {m.order_sent_wrong()}
        </span>
      ) : (
        <span>{m.order_problems()}</span>
      )}{' '}
      <Link to={paths.help({ order: order.number })} className="link">
        {m.order_sent_help()}
      </Link>
    </p>
  )
}
