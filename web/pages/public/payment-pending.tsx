import * as m from '#messages'
import { PaymentResultPage } from '#web/features/orders/payment-result/payment-result-page.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import type { Route } from './+types/payment-pending'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.payment_pending_title(), { hidden: true })

/** The page to which MercadoPago redirects while a payment is pending. Source: specification, payment results. */
export default function PaymentPendingPage() {
  return <PaymentResultPage page="pending" title={m.payment_pending_title()} />
}
