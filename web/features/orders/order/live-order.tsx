import { useEffect } from 'react'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { removeFromCart } from '../cart/cart.ts'
import { OrderCard } from './order-card.tsx'
import { ReplacedLink } from './replaced-link.tsx'
import { useOrder } from './use-order.ts'

/**
 * Shows the order that belongs to a token and keeps it up to date. The browser fetches the order, so that the server's
 * HTML is the same for every visitor.
 */
export function LiveOrder({ token }: { token: string }) {
  return <OrderView {...useOrder(token)} token={token} heading="h1" hasBanner />
}

/** Shows an order, a placeholder while the order is being fetched, or what to do if it cannot be shown. */
export function OrderView({
  token,
  lookup,
  refetch,
  heading,
  hasBanner,
}: ReturnType<typeof useOrder> & {
  token: string
  /** The level of the heading that explains why no order is shown. */
  heading: 'h1' | 'h2'
  /** Whether the state of the order is shown above it. A payment result page shows the state itself. */
  hasBanner: boolean
}) {
  const approvedOrder =
    lookup.state === 'found' && lookup.order.state === 'approved' ? lookup.order : undefined
  useEffect(() => {
    if (approvedOrder) removeFromCart(approvedOrder.items.map(({ productId }) => productId))
  }, [approvedOrder])
  if (lookup.state === 'found')
    return (
      <OrderCard
        token={token}
        order={lookup.order}
        fetchedAt={lookup.fetchedAt}
        isStale={lookup.isStale}
        hasBanner={hasBanner}
        onDownload={refetch}
      />
    )
  if (lookup.state === 'loading') return <OrderSkeleton />
  if (lookup.state === 'replaced') return <ReplacedLink token={token} heading={heading} />
  const isMissing = lookup.state === 'missing'
  return (
    <div className="rounded-panel border border-line bg-card">
      <EmptyState
        art={isMissing ? 'closedShutter' : 'tornAwning'}
        heading={heading}
        title={isMissing ? m.order_missing_title() : m.order_failed_title()}
        action={
          isMissing ? (
            <LinkButton to={paths.myOrders()}>{m.order_missing_action()}</LinkButton>
          ) : (
            <Button onClick={refetch}>{m.retry()}</Button>
          )
        }
      >
        {isMissing ? m.order_missing() : m.order_failed()}
      </EmptyState>
    </div>
  )
}

/** The placeholder for an order card, which has the same size. */
export function OrderSkeleton() {
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-card shadow-lift">
      <output className="sr-only">{m.order_loading()}</output>
      <div className="flex gap-4 bg-tint px-5 py-7 sm:px-8">
        <Skeleton className="size-11 shrink-0 rounded-full bg-line" />
        <div className="grid flex-1 gap-3 pt-1">
          <Skeleton className="h-7 w-3/5 bg-line" />
          <Skeleton className="h-4 w-4/5 bg-line" />
        </div>
      </div>
      <div className="grid gap-5 px-5 py-6 sm:px-8">
        <div className="flex gap-4">
          <Skeleton className="h-14 w-11" />
          <div className="grid flex-1 content-center gap-2.5">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-1/3" />
          </div>
        </div>
        <Skeleton className="h-11 w-40 rounded-full" />
      </div>
    </div>
  )
}
