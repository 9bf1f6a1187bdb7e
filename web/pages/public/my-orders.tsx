import * as m from '#messages'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Awning } from '#web/ui/brand/awning.tsx'
import type { Route } from './+types/my-orders'
import { ResendOrdersForm } from './resend-orders-form.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.order_mine(), { hidden: true })

/** The page on which buyers, who need no account, request new download links by email. */
export default function MyOrdersPage() {
  return (
    <div className="wrap max-w-[600px]! pt-6 pb-20 lg:pt-14 lg:pb-28">
      <div className="overflow-hidden rounded-panel border border-line bg-card shadow-soft">
        <Awning slim />
        <div className="p-6 sm:p-8">
          <ResendOrdersForm />
        </div>
      </div>
    </div>
  )
}
