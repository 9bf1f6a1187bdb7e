import * as m from '#messages'
import { PaymentResultPage } from '#web/features/orders/payment-result/payment-result-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/payment-pending'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.payment_pending_title(), { hidden: true })

/** MercadoPago redirects here after a pending payment. Source: specification, payment results. */
export default function PaymentPendingPage() {
  return <PaymentResultPage page="pending" title={m.payment_pending_title()} />
}
