import * as m from '#messages'
import { LiveOrder, OrderSkeleton } from '#web/features/orders/order/live-order.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import type { Route } from './+types/order'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.order_title(), { hidden: true })

/** The page that the link in a buyer's delivery mail opens. The server's HTML is the same for every order. */
export default function OrderPage({ params: { token } }: Route.ComponentProps) {
  const isHydrated = useHydrated()
  return (
    <div className="wrap max-w-[760px]! pt-6 pb-20 lg:pt-10">
      {isHydrated ? <LiveOrder key={token} token={token} /> : <OrderSkeleton />}
    </div>
  )
}
