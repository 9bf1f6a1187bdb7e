import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { formatMinorUnits } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { fillEmptyCart } from '../cart/cart.ts'
import { describeDeadline } from './deadline-text.ts'
import { findVoucherPlace } from './voucher-place.ts'

/** Shows where and until when a voucher or a transfer must be paid, or that the time is over. */
export function PaymentDeadline({
  order: { state, payment, currency, totalMinor },
  fetchedAt,
}: {
  order: Order
  /** The time in milliseconds at which the order was fetched. */
  fetchedAt: number
}) {
  if (state !== 'pending' || !payment?.deadline) return null
  const isInTime = Date.parse(payment.deadline) > fetchedAt
  const place = isInTime && findVoucherPlace(payment.method)
  return (
    <>
      {place && (
        <p className="mt-2 font-semibold">
          {m.voucher_place({ amount: formatMinorUnits(totalMinor, currency), place })}
        </p>
      )}
      <p className="mt-2 font-semibold">{describeDeadline(payment.deadline, currency, isInTime)}</p>
    </>
  )
}

/**
 * Shows what the buyer can do next: see how to pay a voucher, continue on the payment page of the order, or buy again
 * if that page is closed.
 */
export function OrderNextStep({ order, className }: { order: Order; className?: string }) {
  const { state, detail, payment } = order
  if (state === 'pending' && payment?.instructionsUrl)
    return (
      <LinkButton
        href={payment.instructionsUrl}
        target="_blank"
        rel="noopener"
        className={className}
      >
        {m.order_pending_instructions()}
      </LinkButton>
    )
  if (payment?.payUrl)
    return (
      <LinkButton href={payment.payUrl} rel="nofollow" className={className}>
        {detail === 'not_paid' ? m.order_continue_payment() : m.order_again()}
      </LinkButton>
    )
  if (state === 'created' || state === 'rejected' || state === 'expired')
    return <BuyAgainLink order={order} className={className} />
  return null
}

/** Leads to the product or, if several were ordered, to the cart with these products. */
function BuyAgainLink({
  order: { items, sellerUsername },
  className,
}: {
  order: Order
  className: string | undefined
}) {
  const ids = items.map(({ productId }) => productId)
  const [id] = ids
  if (id === undefined) return null
  if (ids.length === 1)
    return (
      <LinkButton to={paths.product({ id, slug: '' })} className={className}>
        {m.order_buy_again()}
      </LinkButton>
    )
  return (
    <LinkButton
      to={paths.checkout()}
      className={className}
      onClick={() => fillEmptyCart(ids, sellerUsername)}
    >
      {m.order_buy_again()}
    </LinkButton>
  )
}
