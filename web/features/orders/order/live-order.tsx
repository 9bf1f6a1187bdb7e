import { useEffect } from 'react'
import type { OrderView } from '#contract/orders.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { removeFromCart } from '../cart/cart.ts'
import { OrderCard } from './order-card.tsx'
import { useOrder } from './use-order.ts'

/**
 * Shows the order of a token and keeps it up to date. It is fetched in the browser, so that the page around it is the
 * same for every visitor.
 */
export function LiveOrder({
  token,
  heading,
  onState,
}: {
  token: string
  heading: 'h1' | 'h2'
  /** Called with the order's state when it is loaded and when it changes. */
  onState?: (state: OrderView) => void
}) {
  const { look, again } = useOrder(token)
  const bought = look.state === 'found' && look.order.state === 'approved' ? look.order : undefined
  const state = look.state === 'found' ? look.order.state : undefined
  useEffect(() => {
    if (state) onState?.(state)
  }, [state, onState])
  useEffect(() => {
    if (bought) removeFromCart(bought.items.map(({ productId }) => productId))
  }, [bought])
  if (look.state === 'found')
    return (
      <OrderCard
        order={look.order}
        at={look.at}
        stale={look.stale}
        heading={heading}
        onDownload={again}
      />
    )
  if (look.state === 'loading') return <OrderSkeleton />
  const missing = look.state === 'missing'
  return (
    <div className="rounded-panel border border-line bg-card">
      <EmptyState
        art={missing ? 'shutter' : 'torn'}
        heading={heading}
        title={missing ? m.order_missing_title() : m.order_failed_title()}
        action={
          missing ? (
            <LinkButton to={paths.myOrders()}>{m.order_missing_action()}</LinkButton>
          ) : (
            <Button onClick={again}>{m.retry()}</Button>
          )
        }
      >
        {missing ? m.order_missing() : m.order_failed()}
      </EmptyState>
    </div>
  )
}

/** The placeholder for an order card, with the same dimensions. */
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
